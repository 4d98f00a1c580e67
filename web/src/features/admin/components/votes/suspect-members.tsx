import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { Section } from "@/components/ui/section";
import { Cell, HeadCell, Table } from "@/components/ui/table";
import { formatCount } from "@/lib/format";
import type { Evidence, SuspectDetails } from "../../api/integrity";
import { shortVoter } from "../../fns/suspicion";
import { voteStrings } from "../../fns/vote-strings";

const { members: words, words: said } = voteStrings;

interface SuspectMembersProps {
  members: SuspectDetails["members"];
  said: Evidence["words"];
}

/** The identities that were grouped together, and the votes they cast. */
export function SuspectMembers(props: SuspectMembersProps) {
  return (
    <>
      <Section title={words.title}>
        <Table>
          <thead>
            <tr>
              <HeadCell>{words.voter}</HeadCell>
              <HeadCell className="text-right">{words.votes}</HeadCell>
              <HeadCell className="text-right">{words.counted}</HeadCell>
              <HeadCell>{words.last}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {props.members.map((member) => (
              <tr key={member.voter} className="border-t border-line">
                <Cell title={member.voter}>
                  <code className="font-mono text-[12.5px]">{shortVoter(member.voter)}</code>{" "}
                  {member.excluded && <Badge>{words.excluded}</Badge>}
                </Cell>
                <Cell className="text-right tabular-nums">{formatCount(member.votes)}</Cell>
                <Cell className="text-right tabular-nums">{formatCount(member.counted)}</Cell>
                <Cell className="text-dim">
                  <RelativeTime iso={member.last_vote_at} />
                </Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
      <Section title={said.title}>
        <Table>
          <thead>
            <tr>
              <HeadCell>{said.word}</HeadCell>
              <HeadCell className="text-right">{said.said}</HeadCell>
              <HeadCell className="text-right">{said.expected}</HeadCell>
            </tr>
          </thead>
          <tbody>
            {props.said.map(({ word, votes, expected }) => (
              <tr key={word} className="border-t border-line">
                <Cell>{said.names[word as keyof typeof said.names] ?? word}</Cell>
                <Cell className="text-right tabular-nums">{formatCount(votes)}</Cell>
                <Cell className="text-right text-dim tabular-nums">{expected.toFixed(1)}</Cell>
              </tr>
            ))}
          </tbody>
        </Table>
      </Section>
    </>
  );
}
