import { ChevronDown, X } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ChoiceMenu } from "@/components/ui/dropdown-menu";
import { HealthDot } from "@/components/ui/health-dot";
import { SearchBox } from "@/components/ui/search-box";
import { Chips, Segmented } from "@/components/ui/segmented";
import { useDraft } from "@/lib/use-draft";
import { ABILITIES, abilitiesOf, HEALTHS, type ModelFilters, PLACES } from "../fns/model-filters";
import { modelsStrings } from "../fns/strings";
import { abilityIcons } from "./ability-chips";

const { filters: words } = modelsStrings;

interface FilterBarProps {
  filters: ModelFilters;
  onChange: (filters: ModelFilters) => void;
}

export function ModelsFilterBar({ filters, onChange }: FilterBarProps) {
  const [draft, setDraft] = useDraft(filters.search ?? "", (search) =>
    onChange(search ? { ...filters, search } : without(filters, "search")),
  );
  const active = Object.keys(filters).length > 0;

  return (
    <section aria-label={words.label} className="flex flex-wrap items-center gap-x-3 gap-y-2.5">
      <SearchBox label={modelsStrings.search} value={draft} onChange={setDraft} />
      <div className="flex items-center gap-x-2 max-md:-mx-4 max-md:w-screen max-md:overflow-x-auto max-md:px-4 max-md:py-1 max-md:[scrollbar-width:none] md:contents">
        <Segmented
          label={words.place}
          value={filters.place ?? "any"}
          onChange={(place) =>
            onChange(place === "any" ? without(filters, "place") : { ...filters, place })
          }
          options={[
            { value: "any", label: words.anyPlace },
            ...PLACES.map((value) => ({ value, label: modelsStrings.places[value] })),
          ]}
        />
        <HealthFilter filters={filters} onChange={onChange} />
        <Chips
          label={words.abilities}
          value={abilitiesOf(filters)}
          onChange={(abilities) =>
            onChange(
              abilities.length > 0
                ? { ...filters, ability: abilities.join(",") }
                : without(filters, "ability"),
            )
          }
          options={ABILITIES.map((value) => {
            const Icon = abilityIcons[value];
            return {
              value,
              label: (
                <>
                  <Icon aria-hidden="true" />
                  {modelsStrings.abilities[value].label}
                </>
              ),
            };
          })}
        />
      </div>
      {active && (
        <Button variant="ghost" className="md:h-8" onClick={() => onChange({})}>
          <X aria-hidden="true" />
          {words.clear}
        </Button>
      )}
    </section>
  );
}

function HealthFilter({ filters, onChange }: FilterBarProps) {
  const health = filters.health ?? "any";
  return (
    <ChoiceMenu
      label={words.health}
      value={health}
      onChange={(next) =>
        onChange(next === "any" ? without(filters, "health") : { ...filters, health: next })
      }
      choices={[
        { value: "any", label: words.anyHealth },
        ...HEALTHS.map((value) => ({
          value,
          label: <HealthDot health={value} label={modelsStrings.health[value]} />,
        })),
      ]}
      trigger={
        <Button className="text-[13px]">
          {health === "any" ? (
            words.anyHealth
          ) : (
            <HealthDot health={health} label={modelsStrings.health[health]} />
          )}
          <ChevronDown aria-hidden="true" className="text-faint" />
        </Button>
      }
    />
  );
}

function without(filters: ModelFilters, name: keyof ModelFilters): ModelFilters {
  const { [name]: _, ...rest } = filters;
  return rest;
}
