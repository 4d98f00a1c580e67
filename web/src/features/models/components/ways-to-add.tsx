import { CodeChip } from "@/components/ui/code-chip";

/** The three ways to add models. */
export function WaysToAdd() {
  return (
    <ul className="flex list-disc flex-col gap-1.5 pl-5 text-left marker:text-faint">
      <li>start Ollama or LM Studio; their models appear by themselves</li>
      <li>
        set a key such as <CodeChip>OPENAI_API_KEY</CodeChip> and start llmbattler again
      </li>
      <li>
        describe them in <CodeChip>models.yaml</CodeChip> and run{" "}
        <CodeChip>llmbattler models discover</CodeChip>
      </li>
    </ul>
  );
}
