export const frameStrings = {
  site: "llmbattler",
  skip: "Skip to content",
  places: "Navigation",
  mainPlaces: "Main navigation",
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
    detail: "This page may be out of date. It reconnects automatically.",
  },
  unreachable: {
    title: "The server cannot be reached.",
    detail: "This page may be out of date. It keeps trying and reconnects automatically.",
  },
  tryNow: "Try now",
} as const;
