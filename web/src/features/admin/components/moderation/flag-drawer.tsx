import { $api } from "@/lib/api-client";
import { cn } from "@/lib/cn";
import type { FlagDetails } from "../../api/moderation";
import { moderationStrings as words } from "../../fns/moderation-strings";
import { Drawer } from "../parts/drawer";
import { Loaded } from "../parts/loaded";
import { DecisionButtons } from "./decision-buttons";
import { FlagOwner } from "./flag-owner";
import { FlagFacts } from "./flags-list";

interface FlagDrawerProps {
  flagId: string;
  onClose: () => void;
}

/** The flagged conversation, as the public would see it. */
export function FlagDrawer({ flagId, onClose }: FlagDrawerProps) {
  const query = $api.useQuery("get", "/api/admin/moderation/flags/{flag_id}", {
    params: { path: { flag_id: flagId } },
  });
  return (
    <Drawer
      title={words.conversation}
      onClose={onClose}
      foot={query.data && <DecisionButtons flag={query.data} onDone={onClose} />}
    >
      <Loaded query={query} name={words.conversation} needs="moderator">
        {(flag) => (
          <>
            <div>
              <p className="font-medium wrap-anywhere">{flag.excerpt}</p>
              <FlagFacts flag={flag} />
            </div>
            <FlagOwner owner={flag.owner} />
            <Conversation flag={flag} />
          </>
        )}
      </Loaded>
    </Drawer>
  );
}

function Conversation({ flag }: { flag: FlagDetails }) {
  const { messages, revealed_models: models } = flag.battle;
  return (
    <div className="flex flex-col gap-3">
      <p className="text-[13px] text-dim">
        {words.masked} {models ? words.models(models.left, models.right) : words.blind}
      </p>
      {messages.map((message) => (
        <Message
          key={message.message_id}
          message={message}
          flagId={flag.flag_id}
          flagged={message.message_id === flag.message_id}
        />
      ))}
    </div>
  );
}

interface MessageProps {
  message: FlagDetails["battle"]["messages"][number];
  flagId: string;
  flagged: boolean;
}

function Message({ message, flagId, flagged }: MessageProps) {
  const { position, images = [] } = message;
  return (
    <article
      className={cn(
        "rounded-card border border-line p-3.5",
        position === "left" && "border-l-4 border-l-side-left",
        position === "right" && "border-l-4 border-l-side-right",
        !position && "bg-soft",
        flagged && "ring-2 ring-accent",
      )}
    >
      <h3 className="mb-1 text-[13px] font-semibold text-dim">
        {position ? words.where[position] : words.prompt}
      </h3>
      <p className="whitespace-pre-wrap wrap-anywhere">{message.text}</p>
      {images.length > 0 && (
        <div className="mt-2 flex flex-wrap gap-2">
          {images.map((image, index) => (
            <img
              key={image.image_id}
              src={`/api/admin/moderation/flags/${flagId}/images/${image.image_id}`}
              alt={words.image(index + 1)}
              className="max-h-48 rounded-lg border border-line"
            />
          ))}
        </div>
      )}
    </article>
  );
}
