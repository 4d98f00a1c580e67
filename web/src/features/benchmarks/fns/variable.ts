/** A column as a template names it: `{{ question }}`, or `{{ sample["the question"] }}` where its name is no word. */
export function variable(column: string): string {
  const isWord = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(column);
  if (isWord && !["sample", "target"].includes(column)) return `{{ ${column} }}`;
  return `{{ sample[${JSON.stringify(column)}] }}`;
}
