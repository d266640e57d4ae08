interface Props {
  label: string;
  /** Takes one file. */
  onFile?: (file: File) => void;
  /** Takes all files that were chosen. */
  onFiles?: (files: readonly File[]) => void;
  /** A whole folder is chosen. */
  folder?: boolean;
}

/** A button that asks for a file, or for a folder of them. */
export function FileButton({ label, onFile, onFiles, folder = false }: Props) {
  return (
    <label class="button">
      {label}
      <input
        type="file"
        class="unseen"
        accept=".yaml,.yml,.json"
        {...(folder ? { webkitdirectory: true } : {})}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])];
          event.currentTarget.value = "";
          if (files[0]) onFile?.(files[0]);
          if (files.length > 0) onFiles?.(files);
        }}
      />
    </label>
  );
}
