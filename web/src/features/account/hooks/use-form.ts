import { type FormEvent, useEffect, useRef, useState } from "react";
import { Problem } from "@/lib/problem";

type Texts = Record<string, string>;
type Errors<T extends Texts> = Partial<Record<keyof T, string | undefined>>;

interface FormOptions<T extends Texts> {
  initial: T;
  /** Validates before anything is sent. */
  check: (values: T) => Errors<T>;
  send: (values: T) => Promise<void>;
  /** The field to which an error of the whole form belongs. */
  blame?: (problem: Problem) => keyof T | undefined;
}

/** Form state: keeps all values, shows errors next to their fields, and focuses the first invalid field. */
export function useForm<T extends Texts>({ initial, check, send, blame }: FormOptions<T>) {
  const [values, setValues] = useState(initial);
  const [errors, setErrors] = useState<Errors<T>>({});
  const [formError, setTrouble] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [refusals]);

  const refuse = (wrong: Errors<T>, rest?: unknown) => {
    setErrors(wrong);
    setTrouble(rest);
    setRefusals((count) => count + 1);
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    const wrong = check(values);
    if (Object.values(wrong).some(Boolean)) return refuse(wrong);
    setErrors({});
    setTrouble(undefined);
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const found = errorsOf(error, values, blame);
      refuse(found, Object.values(found).some(Boolean) ? undefined : error);
    }
    setBusy(false);
  };

  const field = (name: keyof T & string) => ({
    name,
    value: values[name] ?? "",
    error: errors[name],
    onChange: (event: { target: { value: string } }) => {
      setValues((before) => ({ ...before, [name]: event.target.value }));
      setErrors((before) => ({ ...before, [name]: undefined }));
    },
  });

  const reset = () => {
    setValues(initial);
    setErrors({});
    setTrouble(undefined);
  };

  return {
    values,
    field,
    formError,
    busy,
    reset,
    attach: { ref: form, onSubmit, noValidate: true },
  };
}

function errorsOf<T extends Texts>(
  error: unknown,
  values: T,
  blame: FormOptions<T>["blame"],
): Errors<T> {
  if (!(error instanceof Problem)) return {};
  const named = error.fieldErrors.filter(({ field }) => field in values);
  if (named.length > 0) {
    return Object.fromEntries(named.map(({ field, message }) => [field, message])) as Errors<T>;
  }
  const blamed = blame?.(error);
  if (blamed === undefined) return {};
  return { [blamed]: error.detail ?? error.title } as Errors<T>;
}
