import { TextInput } from "#ui/inputs.tsx";

export const PathInput = ({ value, onChange }: { value: string; onChange: (path: string) => void }) => (
  <TextInput
    value={value}
    placeholder="docs/2026"
    autoComplete="off"
    spellCheck={false}
    onChange={(event) => onChange(event.target.value)}
  />
);
