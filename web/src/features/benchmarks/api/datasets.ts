import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { unwrap } from "@/lib/api-client";
import { sendFile } from "@/lib/send-file";
import type { Found } from "./bench";

/** Uploads a file with samples; the response describes it. */
export function useSendDataset(onFound: (found: Found) => void) {
  const [progress, setProgress] = useState(0);
  const sending = useMutation({
    mutationFn: (file: File) => {
      setProgress(0);
      const query = new URLSearchParams({ filename: file.name });
      return unwrap<Found>(sendFile(`/api/bench/datasets?${query}`, file, setProgress));
    },
    onSuccess: onFound,
  });
  return { ...sending, progress };
}
