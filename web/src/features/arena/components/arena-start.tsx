import { Link } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import type { Offer } from "@/components/ui/model-choices";
import { $api } from "@/lib/api-client";
import type { Mode } from "../api/battle";
import type { Target } from "../api/open-turn";
import { isBusy } from "../fns/battle-state";
import { chosenModels, keepChosen } from "../fns/chosen-models";
import { whyNoImages } from "../fns/images-refused";
import { namedIn, type StartSearch } from "../fns/modes";
import type { PickableModel } from "../fns/pickable-model";
import { arenaStrings } from "../fns/strings";
import type { TurnPlace } from "../fns/turn-stream";
import { defaultLimits, useComposer } from "../hooks/use-composer";
import { useLauncher } from "../hooks/use-launcher";
import { BuiltInNotice } from "./built-in-notice";
import { ModeSwitch } from "./mode-switch";
import { ModelPickers } from "./model-picker";
import { PendingBattle } from "./pending-battle";
import { ProblemNotice } from "./problem-notice";
import { PromptBox } from "./prompt-box";
import { SuggestedPrompts } from "./suggested-prompts";

const words = arenaStrings.start;

interface ArenaStartProps {
  search: StartSearch;
  onSearch: (search: StartSearch) => void;
  models: readonly PickableModel[];
  offer: Offer;
  onAskModels: () => void;
  onStarted: (place: TurnPlace) => void;
  isAdmin: boolean;
}

/** The start page: one question, a prompt box and suggested prompts. */
export function ArenaStart({ search, onSearch, models, onStarted, ...props }: ArenaStartProps) {
  const { mode = "battle" } = search;
  const { data: arena, isError } = $api.useQuery("get", "/api/arena");
  const composer = useComposer("new", arena?.limits ?? defaultLimits);
  const { run, state, launch } = useLauncher(onStarted);
  const field = useRef<HTMLTextAreaElement>(null);
  const pickers = useRef<HTMLDivElement>(null);
  const [incomplete, setIncomplete] = useState(false);
  const chosen = chosenModels(mode, search.models ?? [], models);
  const missing = missingModels(mode, chosen);

  const send = () => {
    if (missing) {
      setIncomplete(true);
      pickers.current?.querySelector<HTMLElement>("[data-unchosen]")?.focus();
      return;
    }
    keepChosen(mode, chosen);
    const { sending, images, onAccepted } = composer.pack(targetOf(mode, chosen, search.session));
    launch(sending, images, onAccepted);
  };

  const modes = <ModeSwitch mode={mode} onChange={(next) => onSearch({ ...search, mode: next })} />;
  if (isBusy(state)) {
    return (
      <>
        {modes}
        <PendingBattle mode={mode} state={state} />
      </>
    );
  }
  const { question, lead, send: label } = words[mode];
  return (
    <div className="mx-auto flex w-full max-w-[760px] flex-col gap-5 pt-[4vh] text-center md:pt-[11vh]">
      {modes}
      <div>
        <h1 className="text-2xl leading-tight font-semibold tracking-tight text-balance md:text-[30px]">
          {question}
        </h1>
        <p className="mt-3 text-dim text-balance">{lead}</p>
      </div>
      {state.problem && (
        <ProblemNotice
          problem={state.problem}
          onRetry={send}
          onClose={() => run.dispatch({ type: "excused" })}
        />
      )}
      {mode !== "battle" && (
        <ModelPickers
          count={namedIn(mode)}
          models={models}
          offer={props.offer}
          onAskAgain={props.onAskModels}
          chosen={chosen}
          onChange={(next) => {
            keepChosen(mode, next);
            onSearch({ ...search, models: next });
          }}
          missing={incomplete ? missing : undefined}
          row={pickers}
          focusAfter={() => field.current}
        />
      )}
      <PromptBox
        composer={composer}
        placeholder={words.placeholder}
        sendLabel={label}
        onSend={send}
        focus
        noImages={whyNoImages(mode, chosen, models, arena)}
        field={field}
        tools={
          arena && (
            <span className="text-[13px] text-faint">{words.waiting(arena.models_waiting)}</span>
          )
        }
      />
      {arena?.only_built_in && <BuiltInNotice isAdmin={props.isAdmin} />}
      {search.session && <p className="-mt-2 text-[13px] text-dim">{words.sameSession}</p>}
      {mode === "battle" && arena && arena.models_waiting < 2 && (
        <TooFew count={arena.models_waiting} onDirect={() => onSearch({ mode: "direct" })} />
      )}
      <SuggestedPrompts
        prompts={arena?.suggested_prompts}
        failed={isError}
        onChoose={(prompt) => {
          composer.type(prompt);
          field.current?.focus();
        }}
      />
    </div>
  );
}

function targetOf(mode: Mode, models: readonly string[], sessionId: string | undefined): Target {
  return sessionId
    ? { kind: "battle", sessionId, mode, models }
    : { kind: "session", mode, models };
}

function missingModels(mode: Mode, chosen: readonly string[]): string | undefined {
  const needed = namedIn(mode);
  if (chosen.filter(Boolean).length < needed) {
    return needed === 1 ? arenaStrings.picker.missing : arenaStrings.picker.missingTwo;
  }
  return undefined;
}

function TooFew({ count, onDirect }: { count: number; onDirect: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-center gap-3 rounded-card border border-line bg-panel p-3">
      <p className="text-dim">{words.tooFew(count)}</p>
      <Button asChild>
        <Link to="/models">{words.seeModels}</Link>
      </Button>
      {count === 1 && <Button onClick={onDirect}>{words.tryDirect}</Button>}
    </div>
  );
}
