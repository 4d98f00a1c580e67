export const chartStrings = {
  chart: "chart",
  keys: "Use the arrow keys to step through the values.",
  show: "Show as",
  picture: "Chart",
  table: "Table",
  download: (title: string) => `Download: ${title}`,
  png: "PNG image",
  csv: "CSV table",
  pngFailed: "Your browser could not create the image. Download the CSV instead.",
  source: (site: string, when: string) => `${site} · ${when}`,
  nothing: "–",
  loading: "Loading the chart",
} as const;
