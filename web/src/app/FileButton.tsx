/** A button that asks for a file. */
export function FileButton({ label, onFile }: { label: string; onFile: (file: File) => void }) {
  return (
    <label class="button">
      {label}
      <input
        type="file"
        class="unseen"
        accept=".yaml,.yml,.json"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file) onFile(file);
        }}
      />
    </label>
  );
}
