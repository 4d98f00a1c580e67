import { useNavigate } from "@tanstack/react-router";
import { Keyboard, PanelLeft, Swords } from "lucide-react";
import { frameStrings } from "@/components/layouts/strings";
import { themeIcons } from "@/components/layouts/theme-menu";
import { CommandDialog, CommandGroup, CommandItem } from "@/components/ui/command";
import { ModelCommands } from "@/features/models/components/model-commands";
import { SessionCommands } from "@/features/sessions/components/session-commands";
import { toggleSidebar, useSidebarCollapsed } from "@/lib/sidebar";
import { chooseTheme, THEMES } from "@/lib/theme";
import { innerNavItems, useNavItems } from "./navigation";
import { appStrings } from "./strings";

interface CommandPaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onShowShortcuts: () => void;
}

export function CommandPalette({ open, onOpenChange, onShowShortcuts }: CommandPaletteProps) {
  const navigate = useNavigate();
  const places = useNavItems();
  const collapsed = useSidebarCollapsed();
  const words = appStrings.palette;
  const run = (action: () => void) => () => {
    onOpenChange(false);
    action();
  };

  return (
    <CommandDialog
      open={open}
      onOpenChange={onOpenChange}
      label={words.label}
      placeholder={words.placeholder}
      nothing={words.nothing}
    >
      <CommandGroup heading={words.pages}>
        {[...places, ...innerNavItems].map((place) => (
          <CommandItem
            key={place.label}
            value={`page ${place.label}`}
            icon={place.icon}
            onSelect={run(() => navigate({ to: place.to }))}
          >
            {place.label}
          </CommandItem>
        ))}
      </CommandGroup>
      <ModelCommands
        onChoose={(modelId) =>
          run(() => navigate({ to: "/models/$modelId", params: { modelId } }))()
        }
      />
      <SessionCommands
        onChoose={({ session_id: sessionId, latest_battle_id: battleId }) =>
          run(() =>
            battleId
              ? navigate({ to: "/battles/$battleId", params: { battleId } })
              : navigate({ to: "/sessions/$sessionId", params: { sessionId } }),
          )()
        }
      />
      <CommandGroup heading={words.actions}>
        <CommandItem value="new battle" icon={Swords} onSelect={run(() => navigate({ to: "/" }))}>
          {words.newBattle}
        </CommandItem>
        <CommandItem value="keyboard shortcuts" icon={Keyboard} onSelect={run(onShowShortcuts)}>
          {words.shortcuts}
        </CommandItem>
        {THEMES.map((theme) => (
          <CommandItem
            key={theme}
            value={`theme ${theme}`}
            icon={themeIcons[theme]}
            onSelect={run(() => chooseTheme(theme))}
          >
            {words.theme(frameStrings.themes[theme])}
          </CommandItem>
        ))}
        <CommandItem value="sidebar" icon={PanelLeft} onSelect={run(toggleSidebar)}>
          {collapsed ? frameStrings.expand : frameStrings.collapse}
        </CommandItem>
      </CommandGroup>
    </CommandDialog>
  );
}
