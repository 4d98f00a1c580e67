export const chartStrings = {
  chart: "chart",
  keys: "Arrow keys walk through the values.",
  show: "Show as",
  picture: "Chart",
  table: "Table",
  download: (title: string) => `Download: ${title}`,
  png: "PNG picture",
  csv: "CSV table",
  pngFailed: "Your browser could not draw the picture. The CSV table works everywhere.",
  source: (site: string, when: string) => `${site} · ${when}`,
  nothing: "–",
  loading: "Loading the chart",
} as const;
