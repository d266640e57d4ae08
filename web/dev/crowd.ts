/** A table with as many figures and pieces as the board must bear at 60 frames a second. */
import type { FigureView, Piece, Scene } from "../src/protocol.ts";

const PIECES = 60;

/** A scene with so many figures, spread evenly, and 60 pieces of terrain, made of those of a real one. */
export function crowded(scene: Scene, count: number): Scene {
  const { board } = scene;
  if (!board) return scene;
  const on = scene.figures.filter((figure) => figure.shape?.type === "disc");
  const figures = Array.from({ length: count }, (_, index): FigureView => {
    const like = on[index % on.length] as FigureView;
    const r = like.shape?.type === "disc" ? like.shape.r : 1500;
    const x = board.width * (0.04 + 0.92 * ((index % 10) / 9));
    const y = board.depth * (0.06 + 0.88 * (Math.floor(index / 10) / Math.max(1, Math.ceil(count / 10) - 1)));
    return {
      ...like,
      id: `${like.id}-${index}`,
      name: `${like.name} ${index}`,
      shape: { type: "disc", x, y, r },
    };
  });
  const pieces = Array.from({ length: PIECES }, (_, index): Piece => {
    const like = board.pieces[index % board.pieces.length] as Piece;
    const [dx, dy] = [((index * 7919) % 40_000) - 20_000, ((index * 104_729) % 30_000) - 15_000];
    const { shape } = like;
    if (shape.type === "disc")
      return { ...like, id: `${like.id}-${index}`, shape: { ...shape, x: shape.x + dx, y: shape.y + dy } };
    const points = shape.points.map(([x, y]) => [x + dx, y + dy] as const);
    return { ...like, id: `${like.id}-${index}`, shape: { ...shape, points } };
  });
  return { ...scene, figures, board: { ...board, pieces } };
}
