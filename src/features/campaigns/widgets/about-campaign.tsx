import { Trans } from "@lingui/react/macro";
import type { Campaign } from "#sync/schema/campaigns.ts";
import { Section } from "#ui/card.tsx";

export const AboutCampaign = ({ campaign }: { campaign: Pick<Campaign, "description"> }) => (
  <Section title={<Trans>About this test</Trans>}>
    <p className="max-w-prose whitespace-pre-wrap break-words">{campaign.description}</p>
  </Section>
);

interface ApplyQuestionsProps {
  questions: readonly Pick<Campaign["screening"][number], "id" | "question">[];
}

/** Renders nothing without questions. */
export function ApplyQuestions({ questions }: ApplyQuestionsProps) {
  if (questions.length === 0) return null;
  return (
    <Section title={<Trans>Questions when you apply</Trans>}>
      <ul className="flex max-w-prose list-disc flex-col gap-1 ps-5 marker:text-muted">
        {questions.map((q) => (
          <li key={q.id}>{q.question}</li>
        ))}
      </ul>
    </Section>
  );
}
