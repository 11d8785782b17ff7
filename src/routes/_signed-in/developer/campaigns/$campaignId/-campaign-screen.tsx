// A campaign and its tabs, in one chunk.

import { Applicants } from "#features/applications/screens/applicants/applicants.tsx";
import { CheckIns } from "#features/applications/screens/applicants/check-ins/check-ins.tsx";
import { Analytics } from "#features/campaigns/screens/analytics/analytics.tsx";
import { Summary } from "#features/campaigns/screens/analytics/summary.tsx";
import { Announcements } from "#features/campaigns/screens/announcements/announcements.tsx";
import { DeveloperCampaign } from "#features/campaigns/screens/developer-campaign/developer-campaign.tsx";
import { Invitations } from "#features/campaigns/screens/invitations/invitations.tsx";
import { Review } from "#features/reports/screens/review/review.tsx";
import { Results } from "#features/tasks/screens/results/results.tsx";
import { TaskPreview } from "#features/tasks/screens/task/task-preview.tsx";
import { TaskPreviewSlot } from "#features/tasks/task-preview-slot.ts";
import type { Campaign } from "#sync/schema/campaigns.ts";

const ResultsTab = ({ campaign }: { campaign: Campaign }) => (
  <>
    <CheckIns campaign={campaign} />
    <Results campaign={campaign} />
  </>
);

const screens = {
  applicants: Applicants,
  invitations: Invitations,
  announcements: Announcements,
  feedback: Review,
  results: ResultsTab,
  analytics: Analytics,
  summary: Summary,
};

export const CampaignScreen = () => (
  <TaskPreviewSlot value={TaskPreview}>
    <DeveloperCampaign screens={screens} />
  </TaskPreviewSlot>
);
