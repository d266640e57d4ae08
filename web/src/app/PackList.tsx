/** Packs by their names, each with a button that drops it. */
interface PackListProps {
  names: readonly string[];
  /** What the button of a pack says. */
  drop: (name: string) => string;
  onDrop: (name: string) => void;
}

export function PackList({ names, drop, onDrop }: PackListProps) {
  return (
    <ul class="sheet-lines packs">
      {names.map((name) => (
        <li key={name}>
          <b>{name}</b>
          <button type="button" class="close" aria-label={drop(name)} onClick={() => onDrop(name)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
}
