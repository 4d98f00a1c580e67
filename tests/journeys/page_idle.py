"""Waits until nothing on a page moves."""

from playwright.async_api import Page

# Also without motion an animation lasts for a frame, and what it scales or fades is smaller and paler until it ends.
# One that ends can let another begin: a color that is handed down starts to change in a child when its parent is done.
FINISHED = """async () => {
  const moving = () => document.getAnimations().filter(({ effect, playState }) =>
    playState === "running" && Number.isFinite(effect.getComputedTiming().endTime));
  for (let some = moving(); some.length > 0; some = moving()) {
    await Promise.all(some.map(({ finished }) => finished.catch(() => undefined)));
  }
}"""


async def wait_until_idle(page: Page) -> None:
    await page.evaluate(FINISHED)
