import * as Primitive from "@radix-ui/react-toast";
import { X } from "lucide-react";
import { useStore } from "@/lib/store";
import { Button } from "./button";
import { RequestId } from "./request-id";
import { kitStrings } from "./strings";
import { dismissToast, toasts } from "./toast-store";

export function ToastRegion() {
  const shown = useStore(toasts);
  return (
    <Primitive.Provider swipeDirection="right" label={kitStrings.notification}>
      {shown.map(({ id, title, detail, requestId, action, duration = 5_000 }) => (
        <Primitive.Root
          key={id}
          // A request id must be read or copied, so its toast stays until it is closed.
          duration={requestId ? Number.POSITIVE_INFINITY : duration}
          onOpenChange={(open) => !open && dismissToast(id)}
          className="flex animate-rise items-start gap-2 rounded-card border border-line bg-panel py-2.5 pr-2 pl-4 shadow-lift"
        >
          <div className="min-w-0 flex-1 py-1.5">
            <Primitive.Title className="text-sm font-semibold">{title}</Primitive.Title>
            {detail && (
              <Primitive.Description className="text-sm text-dim">{detail}</Primitive.Description>
            )}
            {requestId && <RequestId value={requestId} />}
          </div>
          {action && (
            <Primitive.Action asChild altText={action.label}>
              <Button onClick={action.onPress}>{action.label}</Button>
            </Primitive.Action>
          )}
          <Primitive.Close asChild>
            <Button variant="ghost" size="icon">
              <X aria-hidden="true" />
              <span className="sr-only">{kitStrings.close}</span>
            </Button>
          </Primitive.Close>
        </Primitive.Root>
      ))}
      <Primitive.Viewport
        label={kitStrings.notifications}
        className="fixed right-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-50 flex w-90 max-w-[calc(100vw-2rem)] flex-col gap-2 outline-none md:bottom-4"
      />
    </Primitive.Provider>
  );
}
