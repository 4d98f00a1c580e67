import { useId } from "react";
import { frameStrings } from "@/components/layouts/strings";
import { themeIcons } from "@/components/layouts/theme-menu";
import { cn } from "@/lib/cn";
import { chooseTheme, THEMES, useTheme } from "@/lib/theme";
import { settingsStrings } from "../fns/settings-strings";
import { SettingsCard, SettingsSection } from "./settings-section";

const words = settingsStrings.appearance;

export function AppearanceTab() {
  const chosen = useTheme();
  const name = useId();
  return (
    <SettingsSection title={settingsStrings.tabs.appearance} lead={words.lead}>
      <SettingsCard>
        <fieldset>
          <legend className="mb-2 text-[13px] font-medium">{words.theme}</legend>
          <div className="grid gap-3 sm:grid-cols-3">
            {THEMES.map((theme) => {
              const Icon = themeIcons[theme];
              return (
                <label
                  key={theme}
                  className={cn(
                    "flex cursor-pointer flex-col gap-1 rounded-control border border-line p-3 transition-colors hover:border-line-strong has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent",
                    theme === chosen && "border-accent bg-accent-soft hover:border-accent",
                  )}
                >
                  <input
                    type="radio"
                    name={name}
                    className="sr-only"
                    checked={theme === chosen}
                    aria-labelledby={`${name}-${theme}`}
                    aria-describedby={`${name}-${theme}-hint`}
                    onChange={() => chooseTheme(theme)}
                  />
                  <span id={`${name}-${theme}`} className="flex items-center gap-2 font-medium">
                    <Icon aria-hidden="true" className="size-4" />
                    {frameStrings.themes[theme]}
                  </span>
                  <span id={`${name}-${theme}-hint`} className="text-[13px] text-dim">
                    {words.hints[theme]}
                  </span>
                </label>
              );
            })}
          </div>
        </fieldset>
      </SettingsCard>
    </SettingsSection>
  );
}
