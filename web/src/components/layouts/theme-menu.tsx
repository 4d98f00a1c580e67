import { Monitor, Moon, Sun } from "lucide-react";
import { Button } from "@/components/ui/button";
import { ChoiceMenu } from "@/components/ui/dropdown-menu";
import { chooseTheme, THEMES, useTheme } from "@/lib/theme";
import { frameStrings } from "./strings";

export const themeIcons = { light: Sun, dark: Moon, system: Monitor } as const;

export function ThemeMenu() {
  const theme = useTheme();
  const Current = themeIcons[theme];
  return (
    <ChoiceMenu
      label={frameStrings.theme}
      value={theme}
      onChange={chooseTheme}
      choices={THEMES.map((value) => {
        const Icon = themeIcons[value];
        return {
          value,
          label: (
            <>
              <Icon aria-hidden="true" className="size-4 text-dim" />
              {frameStrings.themes[value]}
            </>
          ),
        };
      })}
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={`${frameStrings.theme}: ${frameStrings.themes[theme]}`}
        >
          <Current aria-hidden="true" />
        </Button>
      }
    />
  );
}
