/** Styles that a chart inherits from the page and needs as a standalone image. */
const STYLES = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-width",
  "stroke-opacity",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "font-variant-numeric",
] as const;

const PIXEL_RATIO = 2;
const MARGIN = 20;
const HEAD = 36;
const FOOT = 28;
const SVG = "http://www.w3.org/2000/svg";

interface Words {
  title: string;
  caption: string;
}

/** A copy of the SVG that looks the same outside of the page, with title and caption. */
export function standAlone(svg: SVGSVGElement, { title, caption }: Words): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = [svg, ...svg.querySelectorAll("*")];
  const copies = [copy, ...copy.querySelectorAll("*")];
  originals.forEach((original, index) => {
    const style = getComputedStyle(original);
    const target = copies[index] as SVGElement;
    for (const name of STYLES) target.style.setProperty(name, style.getPropertyValue(name));
    target.removeAttribute("class");
  });

  const page = getComputedStyle(document.documentElement);
  const width = svg.width.baseVal.value + 2 * MARGIN;
  const height = svg.height.baseVal.value + HEAD + FOOT + MARGIN;
  const sheet = document.createElementNS(SVG, "svg");
  sheet.setAttribute("xmlns", SVG);
  sheet.setAttribute("width", String(width));
  sheet.setAttribute("height", String(height));
  const font = getComputedStyle(svg).fontFamily;
  sheet.append(
    element("rect", { width: "100%", height: "100%", fill: page.getPropertyValue("--panel") }),
    text(title, 28, { fill: page.getPropertyValue("--ink"), size: 15, weight: 600, font }),
    text(caption, height - 12, {
      fill: page.getPropertyValue("--dim"),
      size: 11,
      weight: 400,
      font,
    }),
  );
  copy.setAttribute("x", String(MARGIN));
  copy.setAttribute("y", String(HEAD));
  sheet.append(copy);
  return sheet;
}

function element(name: string, attributes: Record<string, string>): SVGElement {
  const made = document.createElementNS(SVG, name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

interface Type {
  fill: string;
  size: number;
  weight: number;
  font: string;
}

function text(words: string, y: number, { fill, size, weight, font }: Type): SVGElement {
  const made = element("text", {
    x: String(MARGIN),
    y: String(y),
    fill,
    "font-size": String(size),
    "font-weight": String(weight),
    "font-family": font,
  });
  made.textContent = words;
  return made;
}

export async function svgToPng(svg: SVGSVGElement, words: Words): Promise<Blob> {
  const sheet = standAlone(svg, words);
  const source = new XMLSerializer().serializeToString(sheet);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(source)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = Number(sheet.getAttribute("width")) * PIXEL_RATIO;
  canvas.height = Number(sheet.getAttribute("height")) * PIXEL_RATIO;
  const pen = canvas.getContext("2d");
  if (!pen) throw new Error("This browser draws no pictures.");
  pen.scale(PIXEL_RATIO, PIXEL_RATIO);
  pen.drawImage(image, 0, 0);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("No picture came out."))));
  });
}
