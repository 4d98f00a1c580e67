/**
 * A column as a template variable: `{{ question }}`, or `{{ sample["the question"] }}` if its name is not an
 * identifier.
 */
export function variable(column: string): string {
  const isWord = /^[\p{L}_][\p{L}\p{N}_]*$/u.test(column);
  if (isWord && !["sample", "target"].includes(column)) return `{{ ${column} }}`;
  return `{{ sample[${JSON.stringify(column)}] }}`;
}
