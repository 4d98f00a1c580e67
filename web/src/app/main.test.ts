import { beforeEach, expect, it } from "vitest";
import page from "../../index.html?raw";

beforeEach(() => {
  const { head, body } = new DOMParser().parseFromString(page, "text/html");
  document.head.innerHTML = head.innerHTML;
  document.body.innerHTML = body.innerHTML;
});

it("has a fallback text that disappears once the app is loaded", () => {
  const words = document.querySelector('[role="alert"]');
  expect(words).toHaveTextContent(/has not loaded yet.*reload this page/);
  expect(words).toBeVisible();
  document.getElementById("root")?.append(document.createElement("main"));
  expect(words).not.toBeVisible();
});

it("loads no script that the site's policy forbids", () => {
  for (const script of document.querySelectorAll("script")) {
    expect(script).toHaveAttribute("src");
    expect(script).toBeEmptyDOMElement();
  }
});
