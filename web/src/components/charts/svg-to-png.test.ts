import { expect, it } from "vitest";
import { standAlone } from "./svg-to-png";

it("includes title, caption and styles", () => {
  document.documentElement.style.setProperty("--panel", "#ffffff");
  document.body.innerHTML =
    '<svg class="chart" width="200" height="100"><text class="big" style="fill: red">7</text></svg>';
  const svg = document.querySelector("svg") as SVGSVGElement;
  // jsdom does not compute SVG lengths.
  Object.assign(svg, { width: { baseVal: { value: 200 } }, height: { baseVal: { value: 100 } } });
  const sheet = standAlone(svg, { title: "Scores", caption: "somewhere" });
  expect(sheet.getAttribute("width")).toBe("240");
  expect(sheet.textContent).toBe("Scoressomewhere7");
  expect(sheet.querySelector("rect")?.getAttribute("fill")).toBe("#ffffff");
  const copied = [...sheet.querySelectorAll("text")].at(-1);
  expect(copied?.hasAttribute("class")).toBe(false);
  expect(copied?.style.fill).toBe("red");
});
