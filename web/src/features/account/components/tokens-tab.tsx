import { KeyRound, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { ErrorState } from "@/components/ui/error-state";
import { $api } from "@/lib/api-client";
import { describeFailure } from "@/lib/problem";
import type { Me } from "../api/me";
import type { NewToken as MadeToken } from "../api/tokens";
import { settingsStrings } from "../fns/settings-strings";
import { ListLoading } from "./list-loading";
import { NewToken } from "./new-token";
import { SettingsSection } from "./settings-section";
import { TokenForm } from "./token-form";
import { TokenList } from "./token-list";

const words = settingsStrings.tokens;

export function TokensTab({ me }: { me: Me }) {
  const { data, error, refetch } = $api.useQuery("get", "/api/me/tokens");
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<MadeToken>();
  if (error && !data) {
    return <ErrorState {...describeFailure(error)} onRetry={() => refetch()} />;
  }
  const isQuiet = !making && !made;
  const start = (
    <Button variant="primary" onClick={() => setMaking(true)}>
      <Plus aria-hidden="true" />
      {words.make}
    </Button>
  );
  return (
    <SettingsSection
      title={settingsStrings.tabs.tokens}
      lead={words.lead}
      tools={isQuiet && data && data.tokens.length > 0 && start}
    >
      {making && (
        <TokenForm
          me={me}
          onMade={(token) => {
            setMaking(false);
            setMade(token);
          }}
          onCancel={() => setMaking(false)}
        />
      )}
      {made && <NewToken token={made} onDone={() => setMade(undefined)} />}
      {!data && <ListLoading label={words.loading} />}
      {data && data.tokens.length > 0 && <TokenList tokens={data.tokens} />}
      {data?.tokens.length === 0 && isQuiet && (
        <EmptyState icon={KeyRound} title={words.empty.title} action={start}>
          {words.empty.detail}
        </EmptyState>
      )}
    </SettingsSection>
  );
}
