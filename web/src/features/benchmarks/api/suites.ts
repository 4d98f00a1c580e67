import { keepPreviousData } from "@tanstack/react-query";
import { $api, api } from "@/lib/api-client";
import { present } from "@/lib/search-params";
import { editConflictOf } from "../fns/edit-conflict";
import { suiteStrings as words } from "../fns/suite-strings";
import { useChange } from "../hooks/use-change";
import type { Spec, Suite } from "./bench";

const pathOf = (suiteId: string) => ({ path: { suite_id: suiteId } });

export const SAMPLES_PER_PAGE = 20;

interface SuiteToSave {
  /** The suite that gets a new version; without it a new suite is created. */
  suiteId?: string | undefined;
  body: {
    spec?: Spec;
    /** The text of the whole file, instead of `spec`. */
    file?: string;
    dataset_id: string | null;
    note?: string;
    /** Number of the version that was edited. */
    base?: number;
  };
}

export function useSaveSuite() {
  return useChange<SuiteToSave, Suite>(
    ({ suiteId, body }) =>
      suiteId
        ? api.PUT("/api/bench/suites/{suite_id}", { params: pathOf(suiteId), body })
        : api.POST("/api/bench/suites", { body }),
    words.saveFailed,
    (error) => editConflictOf(error) !== undefined,
  );
}

export function useArchiveSuite() {
  return useChange(
    (suiteId: string) => api.DELETE("/api/bench/suites/{suite_id}", { params: pathOf(suiteId) }),
    words.archiveFailed,
  );
}

export function useRestoreSuite() {
  return useChange(
    (suiteId: string) =>
      api.POST("/api/bench/suites/{suite_id}/restore", { params: pathOf(suiteId) }),
    words.restoreFailed,
  );
}

/** Saves the content of an earlier version as the newest one. */
export function useRestoreVersion(suiteId: string) {
  return useChange<number, Suite>(
    (version) =>
      api.POST("/api/bench/suites/{suite_id}/rollback", {
        params: pathOf(suiteId),
        body: { version },
      }),
    words.versions.restoreFailed,
  );
}

/** One version of a suite; without a number the newest. */
export function useSuite(suiteId: string | undefined, version?: number) {
  return $api.useQuery(
    "get",
    "/api/bench/suites/{suite_id}",
    { params: { ...pathOf(suiteId ?? ""), query: present({ version }) } },
    { enabled: suiteId !== undefined },
  );
}

export function useSamples(suiteId: string, version: number, page: number) {
  const query = { version, first: (page - 1) * SAMPLES_PER_PAGE, count: SAMPLES_PER_PAGE };
  return $api.useQuery(
    "get",
    "/api/bench/suites/{suite_id}/samples",
    { params: { ...pathOf(suiteId), query } },
    { placeholderData: keepPreviousData },
  );
}

/** What changed between two versions of a suite. */
export function useVersionDiff(suiteId: string, versions: { old: number; new: number }) {
  return $api.useQuery(
    "get",
    "/api/bench/suites/{suite_id}/diff",
    { params: { ...pathOf(suiteId), query: versions } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
}
