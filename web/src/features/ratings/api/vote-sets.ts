import { useMutation, useQueryClient } from "@tanstack/react-query";
import { toast } from "@/components/ui/toast-store";
import { api, unwrap } from "@/lib/api-client";
import { formatCount } from "@/lib/format";
import { describeFailure } from "@/lib/problem";
import { sendFile } from "@/lib/send-file";
import { createStore } from "@/lib/store";
import { importStrings as words } from "../fns/import-strings";
import { ratingQueries } from "../fns/rating-queries";
import type { Imported } from "./ratings";

interface Upload {
  name: string;
  /** Between 0 and 1; at 1 the server is processing the file. */
  progress: number;
}

/** Lives outside of the page, so that the upload survives navigation. */
export const runningUpload = createStore<Upload | undefined>(undefined);

export const lastImport = createStore<Imported | undefined>(undefined);

interface VoteUpload {
  name: string;
  file: File;
}

async function sendVotes({ name, file }: VoteUpload): Promise<Imported> {
  runningUpload.set({ name, progress: 0 });
  const query = new URLSearchParams({ name, filename: file.name });
  try {
    return await unwrap<Imported>(
      sendFile(`/api/vote-sets?${query}`, file, (progress) =>
        runningUpload.set({ name, progress }),
      ),
    );
  } finally {
    runningUpload.set(undefined);
  }
}

export function useImportVotes() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: sendVotes,
    // Handled here rather than at the call, because the user may have left the page.
    onSuccess: (set) => {
      lastImport.set(set);
      toast({ title: words.done(set.name), detail: words.votesOf(formatCount(set.votes)) });
    },
    onError: (error) => {
      const { title, detail, requestId } = describeFailure(error);
      toast({ title: words.failed, detail: `${title} ${detail ?? ""}`, requestId });
    },
    onSettled: () => cache.invalidateQueries(ratingQueries("all")),
  });
}

export function useRemoveVoteSet() {
  const cache = useQueryClient();
  return useMutation({
    mutationFn: (name: string) =>
      unwrap(api.DELETE("/api/vote-sets/{name}", { params: { path: { name } } })),
    onSettled: () => cache.invalidateQueries(ratingQueries("all")),
  });
}
