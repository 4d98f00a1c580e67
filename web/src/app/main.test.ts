import { beforeEach, expect, it } from "vitest";
import page from "../../index.html?raw";

beforeEach(() => {
  const { head, body } = new DOMParser().parseFromString(page, "text/html");
  document.head.innerHTML = head.innerHTML;
  document.body.innerHTML = body.innerHTML;
});

it("has words for whoever waits in vain, and they are gone once the app is there", () => {
  const words = document.querySelector('[role="alert"]');
  expect(words).toHaveTextContent(/has not loaded yet.*reload this page/);
  expect(words).toBeVisible();
  document.getElementById("root")?.append(document.createElement("main"));
  expect(words).not.toBeVisible();
});

it("asks for no script that the site forbids", () => {
  for (const script of document.querySelectorAll("script")) {
    expect(script).toHaveAttribute("src");
    expect(script).toBeEmptyDOMElement();
  }
});
