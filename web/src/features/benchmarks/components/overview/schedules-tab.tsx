import { Link } from "@tanstack/react-router";
import { CalendarClock } from "lucide-react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { HeadCell, Table } from "@/components/ui/table";
import { $api } from "@/lib/api-client";
import { scheduleStrings as words } from "../../fns/schedule-strings";
import { benchStrings } from "../../fns/strings";
import { suiteTitle } from "../../fns/suites-shown";
import { Loaded } from "../parts/loaded";
import { ScheduleLine } from "./schedule-line";

interface SchedulesTabProps {
  mayWrite: boolean;
  names: ReadonlyMap<string, string>;
}

export function SchedulesTab({ mayWrite, names }: SchedulesTabProps) {
  const suites = $api.useQuery("get", "/api/bench/suites").data?.suites ?? [];
  const titles = new Map(suites.map((suite) => [suite.suite_id, suiteTitle(suite)]));
  return (
    <Loaded query={$api.useQuery("get", "/api/bench/schedules")} name={words.name}>
      {({ schedules }) =>
        schedules.length === 0 ? (
          <EmptyState
            icon={CalendarClock}
            title={words.empty.title}
            action={mayWrite && <NewSchedule variant="primary" />}
          >
            {words.empty.detail}
          </EmptyState>
        ) : (
          <>
            {mayWrite && (
              <div>
                <NewSchedule variant="outline" />
              </div>
            )}
            <Table className="table-fixed">
              <thead>
                <tr>
                  <HeadCell>{words.columns.schedule}</HeadCell>
                  <HeadCell className="w-64 max-md:hidden">{words.columns.when}</HeadCell>
                  <HeadCell className="w-40 max-lg:hidden">{words.columns.models}</HeadCell>
                  <HeadCell className="w-32 max-sm:hidden">{words.columns.next}</HeadCell>
                  <HeadCell className="w-28">
                    <span className="sr-only">{benchStrings.actions}</span>
                  </HeadCell>
                </tr>
              </thead>
              <tbody>
                {schedules.map((schedule) => (
                  <ScheduleLine
                    key={schedule.schedule_id}
                    schedule={schedule}
                    suite={titles.get(schedule.suite_id) ?? schedule.suite_name}
                    mayWrite={mayWrite}
                    names={names}
                  />
                ))}
              </tbody>
            </Table>
          </>
        )
      }
    </Loaded>
  );
}

function NewSchedule({ variant }: { variant: "primary" | "outline" }) {
  return (
    <Button asChild variant={variant}>
      <Link to="/benchmarks/new-run" search={{ repeat: true }}>
        {benchStrings.newSchedule}
      </Link>
    </Button>
  );
}
