/** The board: the table as people see and touch it. */
export { Board } from "./Board.tsx";
