import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { forgetAll } from "@/lib/local-memory";
import { leave } from "../api/change-me";
import { isVisitor, type Me } from "../api/me";
import { passwordError } from "../fns/checks";
import { settingsStrings } from "../fns/settings-strings";
import { accountStrings } from "../fns/strings";
import { useArrival } from "../hooks/use-arrival";
import { useForm } from "../hooks/use-form";
import { FormTrouble } from "./form-trouble";
import { PasswordField } from "./password-field";

const words = settingsStrings.data;

/** The last question before everything of somebody is gone. */
export function LeaveDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { depart } = useArrival();
  const visitor = isVisitor(me);
  const { field, trouble, busy, attach } = useForm({
    initial: { password: "" },
    check: ({ password }) => ({ password: me.has_password ? passwordError(password) : undefined }),
    send: async ({ password }) => {
      await leave(me.has_password ? { password } : {});
      forgetAll("draft.");
      await depart();
      toast({ title: visitor ? words.forgotten : words.deleted });
    },
    blame: ({ status }) => (status === 401 ? "password" : undefined),
  });
  const title = visitor ? words.forgetTitle : words.deleteTitle(me.email ?? me.name);
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form {...attach} className="mt-1 flex flex-col gap-4">
        <p className="text-dim">
          {visitor ? words.forgetDetail : words.deleteDetail} {words.deleteAsk}
        </p>
        <FormTrouble error={trouble} />
        {me.has_password && (
          <PasswordField
            {...field("password")}
            label={accountStrings.fields.password}
            hint={words.passwordHint}
            required
          />
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{words.keep}</Button>
          <Button type="submit" disabled={busy} className="border-bad text-bad hover:text-bad">
            {visitor ? words.forgetConfirm : words.deleteConfirm}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
