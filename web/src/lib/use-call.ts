import { type UseMutationOptions, useMutation } from "@tanstack/react-query";
import { type Outcome, unwrap } from "./api-client";
import { under } from "./query-client";

type Callbacks<Input, Output> = Pick<
  UseMutationOptions<Output, Error, Input>,
  "onSuccess" | "onError"
>;

interface Refetch {
  /** Afterwards all queries below this path are loaded again. */
  refetch?: string;
}

/** A change through the API. */
export function useCall<Input = void, Output = unknown>(
  request: (input: Input) => Promise<Outcome<Output>>,
  { refetch, ...callbacks }: Refetch & Callbacks<Input, Output>,
) {
  return useMutation<Output, Error, Input>({
    mutationFn: (input) => unwrap(request(input)),
    onSettled: (_data, _error, _input, _before, { client }) =>
      refetch && client.invalidateQueries(under(refetch)),
    ...callbacks,
  });
}
