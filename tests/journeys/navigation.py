"""Goes to an address inside the app, like a link: a fifth of the work of loading the page."""

from playwright.async_api import Page

# `onResolved` comes after React has drawn the new route, so nothing that a test waits for is left from the old one.
NAVIGATE = """async (href) => {
  const router = window.__TSR_ROUTER__;
  await new Promise((resolve, reject) => {
    const unsubscribe = router.subscribe("onResolved", () => {
      unsubscribe();
      resolve();
    });
    router.navigate({ href }).catch(reject);
  });
}"""


async def navigate(page: Page, address: str) -> None:
    await page.evaluate(NAVIGATE, address)
