const NAMES: Readonly<Record<string, string>> = {
  hard: "Hard prompts",
  multi_turn: "Multi-turn",
};

/** The name of a category of prompts, the same on every page. */
export function categoryName(category: string): string {
  const words = category.replaceAll("_", " ");
  return NAMES[category] ?? words.charAt(0).toUpperCase() + words.slice(1);
}
