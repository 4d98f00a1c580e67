import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { toast } from "@/components/ui/toast-store";
import { clearLocal } from "@/lib/safe-local-storage";
import { isVisitor, type Me } from "../api/me";
import { deleteAccount } from "../api/update-me";
import { passwordError } from "../fns/field-checks";
import { settingsStrings } from "../fns/settings-strings";
import { accountStrings } from "../fns/strings";
import { useForm } from "../hooks/use-form";
import { useIdentityChange } from "../hooks/use-identity-change";
import { FormError } from "./form-error";
import { PasswordField } from "./password-field";

const words = settingsStrings.data;

/** The last confirmation before an account is deleted. */
export function DeleteAccountDialog({ me, onClose }: { me: Me; onClose: () => void }) {
  const { depart } = useIdentityChange();
  const visitor = isVisitor(me);
  const { field, formError, busy, attach } = useForm({
    initial: { password: "" },
    check: ({ password }) => ({ password: me.has_password ? passwordError(password) : undefined }),
    send: async ({ password }) => {
      await deleteAccount(me.has_password ? { password } : {});
      clearLocal("draft.");
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
        <FormError error={formError} />
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
