import { CampaignCreate } from "#features/campaigns/screens/campaign-create/campaign-create.tsx";
import { TaskPreview } from "#features/tasks/screens/task/task-preview.tsx";
import { TaskPreviewSlot } from "#features/tasks/task-preview-slot.ts";

export const CreateScreen = () => (
  <TaskPreviewSlot value={TaskPreview}>
    <CampaignCreate />
  </TaskPreviewSlot>
);
