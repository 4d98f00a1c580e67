"""Looks at a page only when nothing on it moves any more."""

from playwright.async_api import Page

# Also without motion an animation lasts for a frame, and what it scales or fades is smaller and paler until it ends.
FINISHED = """() => Promise.all(document.getAnimations()
  .filter(({ effect }) => Number.isFinite(effect.getComputedTiming().endTime))
  .map(({ finished }) => finished.catch(() => undefined)))"""


async def wait_until_still(page: Page) -> None:
    await page.evaluate(FINISHED)
