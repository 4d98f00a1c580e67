import { Search } from "lucide-react";
import { Input } from "./input";

interface SearchBoxProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
}

/** A search field; full width on phones. */
export function SearchBox({ label, value, onChange }: SearchBoxProps) {
  return (
    <div className="relative w-full md:w-60">
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 left-3 size-4 -translate-y-1/2 text-faint"
      />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className="pl-9"
      />
    </div>
  );
}
