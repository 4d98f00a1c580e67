export const frameStrings = {
  site: "llmbattler",
  skip: "Skip to the content",
  places: "Places",
  mainPlaces: "Main places",
  menu: "Menu",
  openMenu: "Open the menu",
  collapse: "Collapse the sidebar",
  expand: "Expand the sidebar",
  search: "Search",
  searchHint: "Search or jump to…",
  theme: "Theme",
  themes: { light: "Light", dark: "Dark", system: "System" },
  offline: {
    title: "You are offline.",
    detail: "What you see may be out of date. It reconnects by itself.",
  },
  unreachable: {
    title: "The server cannot be reached.",
    detail: "What you see may be out of date. It keeps trying and reconnects by itself.",
  },
  tryNow: "Try now",
} as const;
