// The live protocol and what a screen draws. Made by tools/page_types.py: do not edit, run it again.

/** A chair at the table, such as "a" and "b", or "referee". */
export type Seat = string;
/** A clause or entry of the rule catalogue, such as "CDC-ACT-03.3". */
export type RuleId = string;
/** A figure, a piece of terrain, a mark. */
export type Id = string;
/** Plain data: what may stand in an answer. */
export type Value = string | number | boolean | null | readonly Value[];

/** The version of the live protocol that these types describe. */
export const PROTOCOL = 1;

export type Point = readonly [number, number];

export type Shape = Disc | Polygon | Path;

export type ClientMessage = Hello | SendAnswer | Grow | Weigh | Compare | Sweep | Try | Shine | Ghost | Ask | Reply | Overrule | Say | Rename | Speak | At | Pledge | Throw | Ping;

export type ServerMessage = Snapshot | Update | Done | Refuse | Grown | Weighed | Compared | SweptSeen | Tried | Shone | Then | GhostSeen | Presence | Pong | Bye;

/** A round area or base. */
export interface Disc {
  readonly type: "disc";
  readonly x: number;
  readonly y: number;
  readonly r: number;
}

/** A closed area; `holes` are cut out of it. */
export interface Polygon {
  readonly type: "polygon";
  readonly points: readonly Point[];
  readonly holes: readonly (readonly Point[])[];
}

/** An open line. */
export interface Path {
  readonly type: "path";
  readonly points: readonly Point[];
}

/** How lengths are read: `size` of the ruleset's units make one `symbol` (`cm`). */
export interface Unit {
  readonly symbol: string;
  readonly size: number;
}

/** A line about something: `label` and `value` to show, `text` to explain, `rules` it comes from. */
export interface Note {
  readonly label: string;
  readonly value: string;
  readonly text: string;
  readonly rules: readonly RuleId[];
}

/** A small sign at a figure. `kind`: `die`, `condition`, `token`, `effect` or `points`.
 *
 * `icon` is a word the page may have a sign for (`d8`, `fire`, `prone`); `count` 0 shows no number.
 * A die with a `text` is bound: the text says by which rule, and to what. */
export interface Badge {
  readonly kind: string;
  readonly icon: string;
  readonly label: string;
  readonly text: string;
  readonly count: number;
}

/** Something that is used up: wounds, hit points, armour. */
export interface Meter {
  readonly label: string;
  readonly now: number;
  readonly full: number;
}

/** A figure, a unit, a character: its base on the board and its card beside it.
 *
 * `role` is its kind in words, `icon` a word the page may have a sign for (`fighter`, `caster`, `scout`).
 * `shape` is None for one that is not on the board (in reserve, dead); `z` the height it stands on;
 * `facing` milli-degrees counter-clockwise from east, None where the game has none. `marks`: words such as
 * `prone`, `dead`, `image`, `reserve`, `away`, `active`, `riding`, `ridden`. `notes` of one
 * `label` belong together.
 * `aria` says all of it in one sentence. */
export interface FigureView {
  readonly id: Id;
  readonly seat: Seat;
  readonly name: string;
  readonly short: string;
  readonly role: string;
  readonly icon: string;
  readonly shape: Shape | null;
  readonly z: number;
  readonly facing: number | null;
  readonly meters: readonly Meter[];
  readonly badges: readonly Badge[];
  readonly marks: readonly string[];
  readonly notes: readonly Note[];
  readonly aria: string;
}

/** A piece of terrain. `kinds` are words of the legend; `height` in units, 0 for flat ground. */
export interface Piece {
  readonly id: Id;
  readonly name: string;
  readonly shape: Shape;
  readonly kinds: readonly string[];
  readonly height: number;
  readonly floor: number;
  readonly notes: readonly Note[];
  readonly aria: string;
}

/** Something else on the board. `kind`: `corpse`, `token`, `zone`, `line`, `access`, `placed`. */
export interface Mark {
  readonly id: Id;
  readonly kind: string;
  readonly label: string;
  readonly shape: Shape;
  readonly seat: Seat;
  readonly notes: readonly Note[];
}

/** What one kind of terrain or mark is called; only those that are on this table. */
export interface Legend {
  readonly kind: string;
  readonly label: string;
  readonly text: string;
}

/** The table. `grid` is the side of a square, 0 for none. */
export interface Board {
  readonly width: number;
  readonly depth: number;
  readonly unit: Unit;
  readonly grid: number;
  readonly pieces: readonly Piece[];
  readonly legend: readonly Legend[];
}

/** A seat of the game, as the heading shows it. */
export interface Side {
  readonly seat: Seat;
  readonly name: string;
  readonly active: boolean;
  readonly notes: readonly Note[];
}

/** Everything a screen needs of a moment. `standing` says in one line where the game is. */
export interface Scene {
  readonly standing: string;
  readonly sides: readonly Side[];
  readonly figures: readonly FigureView[];
  readonly chips: readonly Note[];
  readonly board: Board | null;
  readonly marks: readonly Mark[];
  readonly result: string;
}

/** A thin drawing over the board while something is selected or dragged.
 *
 * `kind`: `reach` (an area one can get to), `limit` (a line with its number), `aura`, `sight` (what is
 * seen), `shadow` (what is not), `threat`, `line`, `zone` (what an answer in course would cover). */
export interface Overlay {
  readonly kind: string;
  readonly shape: Shape;
  readonly label: string;
  readonly rules: readonly RuleId[];
}

/** What a question for a place, a way or a direction is about: who moves, from where, and where it may go.
 *
 * `base` is the base that is put there; None where only a point or a direction is meant. */
export interface Stage {
  readonly figure: Id;
  readonly start: Point | null;
  readonly overlays: readonly Overlay[];
  readonly base: Shape | null;
}

/** What selecting a figure shows: overlays, whom it sees, and what it may do now. */
export interface Spotlight {
  readonly figure: Id;
  readonly overlays: readonly Overlay[];
  readonly seen: readonly Id[];
  readonly notes: readonly Note[];
}

/** What the rules say of an answer that is only being tried (a drag in course).
 *
 * `reason` is "" for a legal one; `suggest` a legal value close by, None if none was looked for or found;
 * `length` the length it uses, in units, -1 where there is none; `notes` what it would lead to, `overlays`
 * what it would cover. */
export interface Probe {
  readonly legal: boolean;
  readonly reason: string;
  readonly rules: readonly RuleId[];
  readonly suggest: Value;
  readonly length: number;
  readonly notes: readonly Note[];
  readonly overlays: readonly Overlay[];
}

/** One outcome and how likely it is: exact as a fraction in words, and as a number from 0 to 1. */
export interface Chance {
  readonly label: string;
  readonly text: string;
  readonly p: number;
}

/** What an answer will probably do. `exact` False: from samples, and the page says so. */
export interface Outlook {
  readonly chances: readonly Chance[];
  readonly exact: boolean;
  readonly text: string;
}

/** A die as it fell: `counted` False for one that was replaced by a re-roll or does not count. */
export interface Die {
  readonly sides: number;
  readonly face: number;
  readonly counted: boolean;
}

/** One part of a number: `label` names its rule, `amount` is signed; `counted` False with a `why`. */
export interface Part {
  readonly label: string;
  readonly amount: number;
  readonly rule: RuleId;
  readonly counted: boolean;
  readonly why: string;
}

/** One line of the journal as people read it. `rank` 1 heads a turn, 2 a hand or round, 3 an action, 0 is a line.
 *
 * `at` is the number of its event in the journal, or among those that somebody sees; `need` the number a roll had
 * to reach, with its `parts`, the first of which is what it begins with; `added` what was added to the face.
 * Without a `need` the `parts` make up the number that the line tells, such as a damage. */
export interface Entry {
  readonly at: number;
  readonly rank: number;
  readonly text: string;
  readonly rules: readonly RuleId[];
  readonly dice: readonly Die[];
  readonly need: number | null;
  readonly parts: readonly Part[];
  readonly added: readonly Part[];
  readonly figures: readonly Id[];
  readonly seat: Seat;
}

/** One thing that a field offers; `label` is filled for screens; `of`: who has it, where not everybody does. */
export interface Choice {
  readonly key: Value;
  readonly label: string;
  readonly of: readonly Id[];
}

/** One thing that a command needs.
 *
 * `kind`: `creatures` (a list of ids) and `creature` (one id) among `choices`; `choice` among `choices`;
 * `dice`: a roll such as `2d6+1`, or a plain number up to `hi`; `number` from `lo` to `hi`; `text` of
 * at most `longest` letters; `flag`: true, or left out. `optional`: it may be left out. `label` is filled for
 * screens, `default` is what a screen proposes, unless it is a number that may be left out. `each`: instead of one
 * choice for all there may be a list of them, one for each of those whom that other field names, "" for what is left
 * to the rules. `whose`: the field that names those who must have what is chosen. */
export interface Field {
  readonly name: string;
  readonly kind: string;
  readonly optional: boolean;
  readonly choices: readonly Choice[];
  readonly lo: number;
  readonly hi: number;
  readonly longest: number;
  readonly label: string;
  readonly default: Value;
  readonly each: string;
  readonly whose: string;
}

/** One command that may be given now: `do` names it, `group` is where a menu puts it.
 *
 * `label`, `hint` and `key` (its short form at the command line) are filled for screens. */
export interface Offer {
  readonly do: string;
  readonly group: string;
  readonly fields: readonly Field[];
  readonly rules: readonly RuleId[];
  readonly label: string;
  readonly hint: string;
  readonly key: string;
}

/** A number with its maximum, such as PF or FOR; `low`: it deserves a look. `full` 0: it has no maximum. */
export interface Track {
  readonly name: string;
  readonly label: string;
  readonly now: number;
  readonly full: number;
  readonly low: boolean;
}

/** A condition, fatigue, a scar: `kind` says which, `id` what to lift it by, `text` what it means. */
export interface Tag {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  readonly text: string;
  readonly count: number;
}

/** A note: about a creature or, with `on` "", about the encounter; secret ones only the referee has. */
export interface DeskNote {
  readonly id: Id;
  readonly text: string;
  readonly on: Id;
  readonly secret: boolean;
}

/** A command ready to be sent: `value` is the answer, `key` what the command line's prompt takes for it. */
export interface Quick {
  readonly label: string;
  readonly value: Value;
  readonly key: string;
}

/** What the rules want now, computed after each command: a morale test due, a timer run out, a wound to be seen to.
 *
 * `commands`: what to do about it with one touch; the last one lets it be. */
export interface Reminder {
  readonly id: Id;
  readonly text: string;
  readonly creatures: readonly Id[];
  readonly rules: readonly RuleId[];
  readonly commands: readonly Quick[];
}

/** A creature. `number`: by which the referee calls it, 0 for the players. `state`: "" or `down`, `dead`,
 * `fled`; `said`: how it stands, in words. `tracks`: numbers; the players have none of those that are no party.
 *
 * `turn`: its place in the order of initiative, None without one; `active`: it is its turn, or its side's.
 * `details`: attacks, things carried, scars. `quick`: what it is most often told to roll. `edits`: what the
 * referee may set, by the names of `DeskView.edits`, as it is now. */
export interface CreatureRow {
  readonly id: Id;
  readonly number: number;
  readonly side: Seat;
  readonly name: string;
  readonly role: string;
  readonly said: string;
  readonly tracks: readonly Track[];
  readonly armour: Note | null;
  readonly tags: readonly Tag[];
  readonly notes: readonly DeskNote[];
  readonly details: readonly Note[];
  readonly quick: readonly Quick[];
  readonly state: string;
  readonly hidden: boolean;
  readonly active: boolean;
  readonly turn: number | null;
  readonly edits: readonly (readonly [string, Value])[];
}

/** A side of the encounter; `party`: the players' own. */
export interface DeskSide {
  readonly seat: Seat;
  readonly name: string;
  readonly party: boolean;
  readonly active: boolean;
}

/** Something that ends: after so many more rounds or hours. */
export interface Timer {
  readonly id: Id;
  readonly text: string;
  readonly left: number;
  readonly unit: string;
  readonly secret: boolean;
}

/** What a seat sees of an encounter. `players`: this is the view with no secret in it, nor any command.
 *
 * `order`: ids in the order of initiative, () where the game has none. `offers`: commands that may be given now;
 * none while another question stands (a choice in the midst of a command), which is answered first. `edits`: what
 * the referee may set of a creature by overruling, each a field of kind number, flag, text or choice. */
export interface DeskView {
  readonly standing: string;
  readonly round: number;
  readonly players: boolean;
  readonly sides: readonly DeskSide[];
  readonly rows: readonly CreatureRow[];
  readonly order: readonly Id[];
  readonly notes: readonly DeskNote[];
  readonly timers: readonly Timer[];
  readonly reminders: readonly Reminder[];
  readonly offers: readonly Offer[];
  readonly edits: readonly Field[];
}

/** A creature of the bestiary as a list shows it: `line` its numbers, `text` what it is. */
export interface Beast {
  readonly id: string;
  readonly name: string;
  readonly line: string;
  readonly text: string;
}

/** Somebody who joins an encounter: a creature of the bestiary (`beast`), or a `sheet` (one member of a party
 * file, as YAML or JSON); `count` of them. `name` instead of its own. */
export interface Newcomer {
  readonly side: Seat;
  readonly beast?: string;
  readonly sheet?: string;
  readonly name?: string;
  readonly count?: number;
  readonly hidden?: boolean;
}

/** One answer that a step offers: its value, its words, and the number it is asked by (0: its place). */
export interface Answer {
  readonly value: Value;
  readonly label: string;
  readonly number: number;
}

/** One step of making a character: what is asked, what may be answered, and what the dice say.
 *
 * `choices`: the answers; with none, any whole number from `lowest` to `highest`. `rolled`: what counts if
 * nobody chooses, in words. `free`: a text of one's own will do as well. `key` names the step among all those of
 * the character, "" for steps that come again and again, such as buying. `value`: what stands now; `taken`: chosen
 * by somebody. */
export interface Step {
  readonly kind: string;
  readonly title: string;
  readonly choices: readonly Answer[];
  readonly rolled: string;
  readonly lowest: number;
  readonly highest: number;
  readonly free: boolean;
  readonly key: string;
  readonly value: Value;
  readonly taken: boolean;
}

/** One of the places where a character carries something: what kind of thing fills it, its name, and a note. */
export interface Slot {
  readonly kind: string;
  readonly label: string;
  readonly note: string;
}

/** Everything that stands on a sheet, in one language.
 *
 * `scores`: label, now, maximum. `facts`: label and value. `parts`: headings with their lines, each a name and
 * what it says ("" for none). `heading` and `slots`: where things are carried, in games that count it. */
export interface Sheet {
  readonly name: string;
  readonly about: string;
  readonly scores: readonly (readonly [string, number, number])[];
  readonly facts: readonly (readonly [string, string])[];
  readonly heading: string;
  readonly slots: readonly Slot[];
  readonly parts: readonly (readonly [string, readonly (readonly [string, string])[]])[];
  readonly notes: string;
  readonly attribution: string;
}

/** Something that a field may hold: `hint` says more, `parts` are the parts that an entry of it has. */
export interface Pickable {
  readonly value: Value;
  readonly label: string;
  readonly hint: string;
  readonly parts: readonly string[];
}

/** Something of a character that can be changed.
 *
 * `kind`: `text`, `long` (lines of text), `number`, `check`, `choice` (one of the options, or None),
 * `list` (entries, each a mapping: `of` an option's value, and its parts), and as a part of a list `place` (the
 * place, from 1, of another entry whose `of` is one of the options; 0 for none). `group` is the heading it stands
 * under, `most` the key of the field that holds its maximum; an `optional` choice may be None. */
export interface SheetField {
  readonly key: string;
  readonly label: string;
  readonly kind: string;
  readonly group: string;
  readonly lowest: number;
  readonly highest: number;
  readonly most: string;
  readonly optional: boolean;
  readonly options: readonly Pickable[];
  readonly parts: readonly SheetField[];
}

/** Somebody of a party: the values of the fields there are, by key; a sheet, for whom the game has one.
 *
 * `about`: what somebody without a sheet is. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly values: Readonly<Record<string, unknown>>;
  readonly sheet: Sheet | null;
}

/** A file of characters, read and found good. */
export interface Party {
  readonly name: string;
  readonly members: readonly Member[];
}

/** A party's file, and by relative name the files of the packs that it wants. */
export interface Bundle {
  readonly file: string;
  readonly packs: Readonly<Record<string, string>>;
}

/** Something that cannot be, where it stands: member `who` (from 0, -1 for the whole file), the field's `key`.
 *
 * `entry` (from 0, else -1) and `part`: where in a list. */
export interface FieldFault {
  readonly text: string;
  readonly who: number;
  readonly key: string;
  readonly entry: number;
  readonly part: string;
}

/** How characters of a game are made and changed; `formats`: other programs that their files can go to. */
export interface CharacterForm {
  readonly fields: readonly SheetField[];
  readonly kinds: readonly Answer[];
  readonly formats: readonly string[];
}

/** A party as it stands; where there are faults `file` and `members` are those from before.
 *
 * `lost`: what an imported file had that has no place here. */
export interface PartyView {
  readonly name: string;
  readonly file: string;
  readonly packs: Readonly<Record<string, string>>;
  readonly members: readonly Member[];
  readonly faults: readonly FieldFault[];
  readonly lost: readonly string[];
}

/** Files of packs, by relative name. */
export interface Packs {
  readonly packs?: Readonly<Record<string, string>>;
}

/** A character to be made: the same wish makes the same one.
 *
 * `seed`: of the dice that nobody laid ("": a new one). `choices`: what was chosen, by the key of its step;
 * `further`: answers to the steps without a key, in order. `party`: whom the character joins. */
export interface MakeWish {
  readonly kind?: string;
  readonly seed?: string;
  readonly choices?: Readonly<Record<string, Value>>;
  readonly further?: readonly Value[];
  readonly party?: Bundle | null;
}

/** A character as it comes to be.
 *
 * `open`: what is asked at the end, None once nothing is; `further`: the answers without a key that counted. */
export interface MadeView {
  readonly seed: string;
  readonly steps: readonly Step[];
  readonly open: Step | null;
  readonly further: readonly Value[];
  readonly file: string;
  readonly packs: Readonly<Record<string, string>>;
  readonly sheet: Sheet | null;
  readonly faults: readonly FieldFault[];
}

/** Other values in the fields of a member. */
export interface ChangeWish {
  readonly file: string;
  readonly packs?: Readonly<Record<string, string>>;
  readonly who: number;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Characters that join a party, or, without one, begin a party called `name`. */
export interface JoinWish {
  readonly joining: Bundle;
  readonly party?: Bundle | null;
  readonly name?: string;
}

/** Somebody leaves a party. */
export interface PartWish {
  readonly file: string;
  readonly packs?: Readonly<Record<string, string>>;
  readonly who: number;
}

/** The party without them (`rest` is None if nobody is left), and who left. */
export interface Parted {
  readonly rest: PartyView | null;
  readonly taken: Bundle;
}

/** A file of this game or of another program, by its text; `name` is what it is called. */
export interface ImportWish {
  readonly text: string;
  readonly name?: string;
}

/** A party, or one of them (`who` from 0, -1: all), as files of another program. */
export interface ExportWish {
  readonly file: string;
  readonly packs?: Readonly<Record<string, string>>;
  readonly to: string;
  readonly who?: number;
}

/** Files of another program by name, and what had no place in them. */
export interface Exchanged {
  readonly files: Readonly<Record<string, string>>;
  readonly lost: readonly string[];
}

/** One thing to choose: `key` goes back in the answer. `figure`/`spot` let the board stand for it.
 *
 * `mark`: a word or two written at the spot, such as what it costs to get there; `warn`: somebody may strike on
 * the way, or it may go wrong. `way`: points of the way over the board that it implies, such as a charge's. */
export interface OptionView {
  readonly key: Value;
  readonly label: string;
  readonly hint: string;
  readonly figure: Id;
  readonly spot: readonly [number, number] | null;
  readonly mark: string;
  readonly warn: boolean;
  readonly way: readonly (readonly [number, number])[];
  readonly rules: readonly RuleId[];
}

/** The choices at one level of a question: `title` asks for it.
 *
 * `alike`: whichever is taken, the odds of the whole answer are the same. `covers`: they may cover ground, which
 * `Try` tells of the way to one of them. */
export interface BranchView {
  readonly level: string;
  readonly title: string;
  readonly options: readonly OptionView[];
  readonly alike: boolean;
  readonly covers: boolean;
}

/** What an answer must look like; `kind` says which of the rest is filled.
 *
 * `pick` and `tree`: `branch` (a tree's further branches are asked for with `Grow`, its value is the list of
 * keys on the way). `number` and `face`: `lo` to `hi`. `word`: at most `longest` letters. `order`:
 * `items` in an order of one's own. `share`: `total` among `items`, at most `most` each. `split`:
 * `items` into groups. `place`: a point, `route`: points, `arc`: a direction in milli-degrees;
 * for these `figure` is who moves, `start` where it stands, `overlays` where it may go, `base` the base that
 * is put there (None where only a point or a direction is meant). */
export interface FormView {
  readonly kind: string;
  readonly default: Value;
  readonly branch: BranchView | null;
  readonly lo: number;
  readonly hi: number;
  readonly longest: number;
  readonly total: number;
  readonly most: number;
  readonly items: readonly OptionView[];
  readonly figure: Id;
  readonly start: readonly [number, number] | null;
  readonly overlays: readonly Overlay[];
  readonly base: Shape | null;
}

/** What a seat is asked. `free`: it may speak up, another is waited for. `enter`: Enter takes the default. */
export interface Question {
  readonly decision: string;
  readonly kind: string;
  readonly seat: Seat;
  readonly text: string;
  readonly form: FormView;
  readonly free: boolean;
  readonly enter: boolean;
  readonly figures: readonly Id[];
  readonly rules: readonly RuleId[];
}

/** For whom the table waits: `seats` and what each is: `person` or `computer`. */
export interface Waiting {
  readonly seats: readonly Seat[];
  readonly computer: boolean;
  readonly text: string;
}

/** A seat as everybody may know it. `player`: `here` (the host's own), `link`, or a computer's name. */
export interface SeatView {
  readonly seat: Seat;
  readonly name: string;
  readonly player: string;
  readonly online: boolean;
}

/** The trace of an undo: so many answers were taken back by a seat, after journal line `at`. */
export interface TakenBack {
  readonly at: number;
  readonly by: Seat;
  readonly answers: number;
  readonly lines: readonly string[];
}

/** Something others must agree to: `undo` or `draw`. `needs`: the seats that have not answered.
 *
 * `to`: the decision that an undo goes back to; a `Reply` repeats it. */
export interface Proposal {
  readonly kind: string;
  readonly by: Seat;
  readonly needs: readonly Seat[];
  readonly text: string;
  readonly to: string;
}

/** A line said at the table; `by` is a seat or `spectator`. */
export interface ChatLine {
  readonly seq: number;
  readonly by: Seat;
  readonly name: string;
  readonly text: string;
}

/** What can be taken back: `free` answers at once, `asking` more by consent; `redo`: one can be put back. */
export interface Undo {
  readonly free: number;
  readonly asking: number;
  readonly redo: boolean;
  readonly stopped_by: string;
}

/** The words that go into fair dice, until they have: `pledges` are the hashes that seats have promised.
 *
 * `ready`: all people have promised, so that each may tell its word; `told`: who has. */
export interface OpeningView {
  readonly pledges: Readonly<Record<Seat, string>>;
  readonly told: readonly Seat[];
  readonly ready: boolean;
}

/** What does not belong to the rules: seats, proposals, undo, the proof of the dice. */
export interface TableView {
  readonly title: string;
  readonly ruleset: string;
  readonly me: readonly Seat[];
  readonly seats: readonly SeatView[];
  readonly spectators: number;
  readonly proposals: readonly Proposal[];
  readonly undo: Undo;
  readonly commit: string;
  readonly secret: string;
  readonly typed_dice: boolean;
  readonly over: string;
  readonly opening: OpeningView | null;
}

/** First message. `token`: the secret of a seat, of all the host's seats, or of spectators.
 *
 * `since`: the `seq` up to which the client has heard, `journal`: how many entries it has. `pledge`: the
 * hash of a random word that its seats will throw into fair dice (see `Throw`); without one the server draws it. */
export interface Hello {
  readonly type: "hello";
  readonly token: string;
  readonly lang?: string;
  readonly since?: number;
  readonly journal?: number;
  readonly pledge?: string;
  readonly protocol?: number;
}

/** An answer to the question that stands. */
export interface SendAnswer {
  readonly type: "answer";
  readonly re: number;
  readonly decision: string;
  readonly seat: Seat;
  readonly value: Value;
}

/** The branch of a tree after `path`. */
export interface Grow {
  readonly type: "grow";
  readonly re: number;
  readonly decision: string;
  readonly seat: Seat;
  readonly path: readonly Value[];
}

/** What an answer will probably do. */
export interface Weigh {
  readonly type: "weigh";
  readonly re: number;
  readonly decision: string;
  readonly seat: Seat;
  readonly value: Value;
}

/** What several answers may lead to, side by side; at most `MOST_COMPARED`. */
export interface Compare {
  readonly type: "compare";
  readonly re: number;
  readonly decision: string;
  readonly seat: Seat;
  readonly values: readonly Value[];
}

/** What an answer would do if a number were different: `knob` names it, "" the first there is; at most
 * `MOST_TRIED` `numbers`, none for those that are tried first. */
export interface Sweep {
  readonly type: "sweep";
  readonly re: number;
  readonly decision: string;
  readonly seat: Seat;
  readonly value: Value;
  readonly knob: string;
  readonly numbers: readonly number[];
}

/** Whether an answer would be accepted, while it is being dragged. */
export interface Try {
  readonly type: "try";
  readonly re: number;
  readonly decision: string;
  readonly seat: Seat;
  readonly value: Value;
}

/** What selecting a figure shows; for a side, by its seat, what all its figures see together. */
export interface Shine {
  readonly type: "shine";
  readonly re: number;
  readonly figure: Id;
}

/** A drag or a ruler in course, for the others to see; never stored. `points` empty: it is over. */
export interface Ghost {
  readonly type: "ghost";
  readonly kind: string;
  readonly figure: Id;
  readonly points: readonly (readonly [number, number])[];
  readonly label: string;
}

/** A wish about the table: `undo` (`answers` of them), `redo`, `draw`, `resign` (for `seat`). */
export interface Ask {
  readonly type: "ask";
  readonly re: number;
  readonly what: string;
  readonly seat: Seat;
  readonly answers?: number;
}

/** Whether a seat agrees to the proposal of a kind; whose proposal it is takes it back by not agreeing.
 *
 * `to`: the proposal's, so that nobody agrees to another than they saw; "" agrees to whichever stands. */
export interface Reply {
  readonly type: "reply";
  readonly re: number;
  readonly what: string;
  readonly seat: Seat;
  readonly agree: boolean;
  readonly to?: string;
}

/** The referee sets what the rules would not: fields of `DeskView.edits` of a creature, with a reason.
 *
 * It may be sent whatever the table waits for; a command in course ends where it stands. */
export interface Overrule {
  readonly type: "overrule";
  readonly re: number;
  readonly figure: Id;
  readonly changes: readonly (readonly [string, Value])[];
  readonly note: string;
}

/** A line of chat. */
export interface Say {
  readonly type: "say";
  readonly re: number;
  readonly text: string;
}

/** Another name for a seat. */
export interface Rename {
  readonly type: "rename";
  readonly re: number;
  readonly seat: Seat;
  readonly name: string;
}

/** Another language from now on; a `Snapshot` follows. */
export interface Speak {
  readonly type: "speak";
  readonly lang: string;
}

/** The scene as it was after event `at` of the journal (for replays and for hovering the journal). */
export interface At {
  readonly type: "at";
  readonly re: number;
  readonly at: number;
}

/** The promise of a word for fair dice, where the one of the greeting counts no more: its BLAKE2b hash, in hex. */
export interface Pledge {
  readonly type: "pledge";
  readonly re: number;
  readonly pledge: string;
}

/** The word that was promised (at most 40 ASCII letters), once all people have promised theirs. */
export interface Throw {
  readonly type: "throw";
  readonly re: number;
  readonly word: string;
}

/** Is anybody there? */
export interface Ping {
  readonly type: "ping";
  readonly re?: number;
}

/** Everything: after `Hello`, after `Speak`, and whenever a patch would not do (an undo).
 *
 * `seq` counts what changed; the players at a referee's desk have a count of their own, of what they see, and so do
 * the lines of their journal and chat.
 * `journal` begins at entry `journal_from` of those the client has (0: forget what you had). */
export interface Snapshot {
  readonly type: "snapshot";
  readonly seq: number;
  readonly table: TableView;
  readonly scene: Scene;
  readonly journal_from: number;
  readonly journal: readonly Entry[];
  readonly undone: readonly TakenBack[];
  readonly chat: readonly ChatLine[];
  readonly questions: readonly Question[];
  readonly waiting: Waiting;
  readonly lang: string;
  readonly desk: DeskView | null;
  readonly protocol: number;
}

/** What changed since `seq` - 1. None: as it was. `figures` are those that changed, `gone` those no more.
 *
 * `desk` is whole where it changed. */
export interface Update {
  readonly type: "update";
  readonly seq: number;
  readonly table?: TableView | null;
  readonly standing?: string | null;
  readonly result?: string | null;
  readonly chips?: readonly Note[] | null;
  readonly sides?: readonly Side[] | null;
  readonly figures?: readonly FigureView[];
  readonly gone?: readonly Id[];
  readonly board?: Board | null;
  readonly marks?: readonly Mark[] | null;
  readonly journal?: readonly Entry[];
  readonly chat?: readonly ChatLine[];
  readonly questions?: readonly Question[] | null;
  readonly waiting?: Waiting | null;
  readonly desk?: DeskView | null;
}

/** A request was carried out; its effect comes as an `Update`. */
export interface Done {
  readonly type: "done";
  readonly re: number;
  readonly seq: number;
}

/** A request was refused: `text` says what was wrong and what to do, `code` is for programs. */
export interface Refuse {
  readonly type: "refuse";
  readonly re: number;
  readonly code: string;
  readonly text: string;
  readonly rules: readonly RuleId[];
}

/** The branch asked for; None: the path is complete. */
export interface Grown {
  readonly type: "grown";
  readonly re: number;
  readonly branch: BranchView | null;
}

/** The odds asked for. */
export interface Weighed {
  readonly type: "weighed";
  readonly re: number;
  readonly outlook: Outlook;
}

/** A value, or something that may happen, and how likely it is in each choice: in words, and from 0 to 1. */
export interface OddsRow {
  readonly label: string;
  readonly texts: readonly string[];
  readonly chances: readonly number[];
}

/** One number and its values (`means`: what to expect in each choice), or, untitled, all that may happen. */
export interface OddsPanel {
  readonly title: string;
  readonly rows: readonly OddsRow[];
  readonly means: readonly string[];
}

/** Choices side by side. `footing`: whether all this is exact, and what was taken for granted. */
export interface Comparison {
  readonly choices: readonly string[];
  readonly panels: readonly OddsPanel[];
  readonly footing: readonly string[];
}

/** The comparison asked for. */
export interface Compared {
  readonly type: "compared";
  readonly re: number;
  readonly comparison: Comparison;
}

/** A number that may be tried otherwise, from `low` to `high`; `numbers`: those that are tried first. */
export interface KnobView {
  readonly word: string;
  readonly text: string;
  readonly low: number;
  readonly high: number;
  readonly numbers: readonly number[];
}

/** A number that was tried, and a cell for each column; none where it cannot be. `shares`: probabilities. */
export interface SweptRow {
  readonly number: number;
  readonly texts: readonly string[];
  readonly values: readonly number[];
  readonly shares: readonly boolean[];
}

/** An answer while `knob` varies. `footing`: whether all this is exact, and what was taken for granted. */
export interface Swept {
  readonly choice: string;
  readonly knob: string;
  readonly knobs: readonly KnobView[];
  readonly columns: readonly string[];
  readonly rows: readonly SweptRow[];
  readonly footing: readonly string[];
}

/** The trial asked for. */
export interface SweptSeen {
  readonly type: "swept";
  readonly re: number;
  readonly swept: Swept;
}

/** The verdict on a drag. */
export interface Tried {
  readonly type: "tried";
  readonly re: number;
  readonly probe: Probe;
}

/** What selecting a figure shows. */
export interface Shone {
  readonly type: "shone";
  readonly re: number;
  readonly light: Spotlight;
}

/** The scene as it was. */
export interface Then {
  readonly type: "then";
  readonly re: number;
  readonly at: number;
  readonly scene: Scene;
}

/** What another is dragging or measuring. */
export interface GhostSeen {
  readonly type: "ghost_seen";
  readonly by: Seat;
  readonly name: string;
  readonly ghost: Ghost;
}

/** Who is there. */
export interface Presence {
  readonly type: "presence";
  readonly seats: readonly SeatView[];
  readonly spectators: number;
}

/** Somebody is. */
export interface Pong {
  readonly type: "pong";
  readonly re: number;
}

/** The server closes the connection; `code` for programs, `text` for people, `again`: try again. */
export interface Bye {
  readonly type: "bye";
  readonly code: string;
  readonly text: string;
  readonly again: boolean;
}

/** Something's name in both languages. */
export interface Names {
  readonly it: string;
  readonly en: string;
}

/** A ruleset that can be played here; `characters`: people can have characters of their own in it, `desk`:
 * it has a referee's desk. */
export interface RulesetView {
  readonly id: string;
  readonly name: Names;
  readonly text: Names;
  readonly scenarios: number;
  readonly characters: boolean;
  readonly desk: boolean;
}

/** A battle ready to be played; `picture` an SVG drawing of its table, to be shown as an image. */
export interface ScenarioView {
  readonly id: string;
  readonly ruleset: string;
  readonly name: Names;
  readonly text: Names;
  readonly seats: readonly SeatView[];
  readonly picture: string;
}

/** What this server is. `players`: names of computer opponents, weakest first; `password`: the house asks
 * whoever wants to know this for its password. */
export interface Meta {
  readonly version: string;
  readonly protocol: number;
  readonly rulesets: readonly RulesetView[];
  readonly players: readonly string[];
  readonly password: boolean;
}

/** Who takes a seat: `here`, `link` or a computer's name. */
export interface NewSeat {
  readonly player: string;
  readonly name?: string;
}

/** A game to be made: of a ready `scenario`, or of one's own text in `file` (YAML), or with `rosters`.
 *
 * `rosters`: for each seat the text of a roster that replaces the scenario's own company. `seed` "" takes secret
 * dice, which are proved at the end; `typed_dice`: people throw real dice and type what fell. */
export interface NewGame {
  readonly ruleset: string;
  readonly scenario?: string;
  readonly file?: string;
  readonly rosters?: Readonly<Record<Seat, string>>;
  readonly seats?: Readonly<Record<Seat, NewSeat>>;
  readonly title?: string;
  readonly seed?: string;
  readonly typed_dice?: boolean;
}

/** The secret of a seat; it is told this once. */
export interface SeatLink {
  readonly seat: Seat;
  readonly token: string;
}

/** A game that was made. `host` opens all seats played `here`; `links` one for each seat played by link. */
export interface Created {
  readonly id: string;
  readonly title: string;
  readonly host: string;
  readonly links: readonly SeatLink[];
  readonly spectator: string;
}

/** A game in a list. `mine`: the seats the token given opens; `turn`: it is they who are waited for. */
export interface GameCard {
  readonly id: string;
  readonly title: string;
  readonly ruleset: string;
  readonly standing: Names;
  readonly seats: readonly SeatView[];
  readonly mine: readonly Seat[];
  readonly your_turn: boolean;
  readonly over: string;
  readonly created: string;
  readonly changed: string;
}

/** A campaign to be made: what is kept between sessions at the referee's desk. */
export interface NewCampaign {
  readonly ruleset: string;
  readonly name: string;
}

/** A campaign that was made; `token` opens it and, as the referee, all its encounters. It is told this once. */
export interface CampaignMade {
  readonly id: string;
  readonly token: string;
}

/** One of the party, or a creature of one's own: `sheet` goes into a `Newcomer`, `line` is its numbers. */
export interface SheetLine {
  readonly name: string;
  readonly line: string;
  readonly sheet: string;
}

/** An encounter of a campaign; its id is a game's. */
export interface EncounterCard {
  readonly id: string;
  readonly title: string;
  readonly standing: string;
  readonly over: boolean;
  readonly changed: string;
}

/** A campaign. `party` and `creatures` are party files (YAML or JSON), `members` and `own` what is in them;
 * `packs`: the files of its own packs, by relative name.
 *
 * `version` goes up with every change; `CampaignChange` repeats it. */
export interface CampaignView {
  readonly id: string;
  readonly ruleset: string;
  readonly name: string;
  readonly version: number;
  readonly party: string;
  readonly creatures: string;
  readonly notes: string;
  readonly members: readonly SheetLine[];
  readonly own: readonly SheetLine[];
  readonly packs: Readonly<Record<string, string>>;
  readonly encounters: readonly EncounterCard[];
  readonly changed: string;
}

/** What changes about a campaign; None stays. Refused as `stale` if `version` is no longer the campaign's.
 *
 * `packs`: the files of all its packs by relative name, such as `valley/monsters.yaml`; new encounters are played
 * with them. */
export interface CampaignChange {
  readonly version: number;
  readonly name?: string | null;
  readonly party?: string | null;
  readonly creatures?: string | null;
  readonly notes?: string | null;
  readonly packs?: Readonly<Record<string, string>> | null;
}

/** Creatures of a campaign's own as a form: what is asked, and what was filled in of each, in their order. */
export interface OwnCreatures {
  readonly fields: readonly Field[];
  readonly creatures: readonly (readonly (readonly [string, Value])[])[];
}

/** A creature of a campaign's own is changed, or a new one if there is none at this place; None: it goes. */
export interface OwnChange {
  readonly version: number;
  readonly at: number;
  readonly values: Readonly<Record<string, Value>> | null;
}

/** An encounter to begin; `party`: the campaign's party joins. `options` as in scenarios. */
export interface NewEncounter {
  readonly title: string;
  readonly party?: boolean;
  readonly newcomers?: readonly Newcomer[];
  readonly options?: Readonly<Record<string, Value>>;
}

/** An encounter that was begun: a game, which the campaign's secret opens; `players` is the players' link. */
export interface EncounterMade {
  readonly id: string;
  readonly players: string;
}

/** The creatures of a game's packs. */
export interface Bestiary {
  readonly ruleset: string;
  readonly beasts: readonly Beast[];
}

/** A rule of the library, in the words of one language. */
export interface RuleView {
  readonly id: string;
  readonly ruleset: string;
  readonly name: string;
  readonly kind: string;
  readonly summary: string;
  readonly chapter: string;
  readonly ruling: string;
  readonly source: string;
}

/** What a company can be built of: plain rows that the roster page shows as forms (see the ruleset's docs). */
export interface RosterKit {
  readonly ruleset: string;
  readonly limit: number;
  readonly points: string;
  readonly fighters: readonly Readonly<Record<string, unknown>>[];
  readonly goods: readonly Readonly<Record<string, unknown>>[];
}

/** Packs of one's own: files by relative name, such as `valley/profiles.yaml`. */
export interface OwnPacks {
  readonly packs: Readonly<Record<string, string>>;
}

/** A profile that can be set against others; `pack`: the pack of one's own that it stands in. */
export interface Contender {
  readonly id: Id;
  readonly name: string;
  readonly pack: string;
}

/** A number that a matrix can show of each pair: `word` finds it there; `share`: it is a probability. */
export interface MatrixMeasure {
  readonly word: string;
  readonly text: string;
  readonly share: boolean;
}

/** Who can be set against whom in a game, and what can be shown of one attack and of duels. */
export interface Contenders {
  readonly ruleset: string;
  readonly contenders: readonly Contender[];
  readonly blows: readonly MatrixMeasure[];
  readonly duels: readonly MatrixMeasure[];
}

/** One contender against others: one attack, or so many duels with each; `packs` as in `OwnPacks`. */
export interface MatrixWish {
  readonly one: Id;
  readonly others: readonly Id[];
  readonly duels?: number;
  readonly packs?: Readonly<Record<string, string>>;
}

/** What was found against `other`, by the words of the measures; empty where no attack is possible.
 *
 * `attack`: the one that was taken, with its dice; `exact`: every outcome of the dice was followed. */
export interface MatrixPair {
  readonly other: Id;
  readonly numbers: Readonly<Record<string, number>>;
  readonly attack: string;
  readonly exact: boolean;
}

/** The first of the pairs that were asked for, as many as a moment allows: at least one; ask again for the rest. */
export interface MatrixPairs {
  readonly pairs: readonly MatrixPair[];
}

/** A matrix to be drawn as `png` or `svg`: a row of numbers of one measure for each contender. */
export interface PictureWish {
  readonly kind: string;
  readonly word: string;
  readonly ids: readonly Id[];
  readonly cells: readonly (readonly number[])[];
  readonly duels?: boolean;
  readonly packs?: Readonly<Record<string, string>>;
}

/** A value or happening of a panel, with its chance in each choice. */
export interface PictureRow {
  readonly label: string;
  readonly chances: readonly number[];
}

/** One thing that varies. */
export interface PicturePanel {
  readonly title: string;
  readonly rows: readonly PictureRow[];
}

/** Choices side by side, as they were told, to be drawn as `png` or `svg`. */
export interface OddsPicture {
  readonly kind: string;
  readonly title: string;
  readonly choices: readonly string[];
  readonly panels: readonly PicturePanel[];
}

/** A choice while a number varies, to be drawn as `png` or `svg`: for each number a value for each column.
 *
 * `values` of a number that cannot be are empty; `shares`: all of them are probabilities. */
export interface SweepPicture {
  readonly kind: string;
  readonly title: string;
  readonly knob: string;
  readonly columns: readonly string[];
  readonly numbers: readonly number[];
  readonly values: readonly (readonly number[])[];
  readonly shares?: boolean;
}

/** One charge or fault of a company, in words. */
export interface RosterLine {
  readonly fighter: string;
  readonly text: string;
  readonly cost: number;
  readonly rule: string;
}

/** What the rules say of a company: its cost line by line, and every reason why it is not legal.
 *
 * `file` is the company's file written tidily: keys with JSON values, one fighter a line. */
export interface RosterJudged {
  readonly name: string;
  readonly total: number;
  readonly limit: number;
  readonly legal: boolean;
  readonly charges: readonly RosterLine[];
  readonly faults: readonly RosterLine[];
  readonly file: string;
}

/** A roll of the game: where its dice are addressed, what they should show, and what the journal says.
 *
 * `where`: how the game stood, in words; `text`: what came of it. */
export interface ProofRoll {
  readonly at: number;
  readonly epoch: number;
  readonly step: number;
  readonly number: number;
  readonly sides: number;
  readonly expected: readonly number[];
  readonly told: readonly number[];
  readonly seat: Seat;
  readonly text: string;
  readonly where: string;
}

/** A word that went into the dice, and the hash by which it had been promised; "" where there was none. */
export interface WordView {
  readonly seat: Seat;
  readonly word: string;
  readonly pledge: string;
}

/** The proof of the dice of a finished game; `findings` is empty if every one is right.
 *
 * `nonces`: the words that went into the dice, in the order in which they did; `words`: the same, with whose they
 * are. `anew`: so often the promising began again after words had been told. */
export interface Proof {
  readonly commit: string;
  readonly secret: string;
  readonly nonces: readonly string[];
  readonly words: readonly WordView[];
  readonly anew: number;
  readonly rolls: readonly ProofRoll[];
  readonly findings: readonly string[];
}

/** Rolled against expected, per side, after each of its rolls. */
export interface Luck {
  readonly seat: Seat;
  readonly rolled: readonly number[];
  readonly expected: readonly number[];
}

/** Why something was refused: `text` for people, `code` for programs. */
export interface Trouble {
  readonly code: string;
  readonly text: string;
}

/** The password of the house. */
export interface DoorKey {
  readonly password: string;
}

/** The secrets one has, by game. */
export interface Cards {
  readonly tokens: Readonly<Record<string, string>>;
}

/** The text of a roster file. */
export interface RosterFile {
  readonly file: string;
}

/** An answer over HTTP. */
export interface SentAnswer {
  readonly decision: string;
  readonly seat: Seat;
  readonly value: Value;
}

/** The secret of a new link for spectators. */
export interface Invite {
  readonly token: string;
}

/** A company of the library: its name, and its roster file. */
export interface ReadyList {
  readonly name: string;
  readonly file: string;
}

/** A pack of a game whose profiles can be weighed, by the name of its folder; so many of them. */
export interface LabPack {
  readonly id: string;
  readonly profiles: number;
}

/** What a game has for the lab.
 *
 * `players`: computer opponents that are quick enough; `random`: it makes random battles; `packs`: those whose
 * profiles can be weighed apart, beside everybody; `profiles`: how many can be weighed, 0 where none; `sees`: it
 * has a table on which one sees more or less. */
export interface LabField {
  readonly ruleset: string;
  readonly players: readonly string[];
  readonly random: boolean;
  readonly profiles: number;
  readonly packs: readonly LabPack[];
  readonly lists: readonly ReadyList[];
  readonly sees: boolean;
}

/** Battles to be played: a ready `scenario` or one's own text in `file`, else random ones.
 *
 * `rosters`: the text of a roster for each seat, instead of the scenario's own; two of them change places where the
 * table lets them. `first`, `second`: who plays the lists. `whole`: all battles, also when it is clear sooner. */
export interface SimulationWish {
  readonly scenario?: string;
  readonly file?: string;
  readonly rosters?: Readonly<Record<Seat, string>>;
  readonly first?: string;
  readonly second?: string;
  readonly battles?: number;
  readonly whole?: boolean;
  readonly seed?: string;
}

/** Profiles to be weighed: those of `pack`, by those of the book; "" all of the game.
 *
 * `packs`: the files of packs of one's own, by relative name. */
export interface BalanceWish {
  readonly pack?: string;
  readonly packs?: Readonly<Record<string, string>>;
  readonly policy?: string;
  readonly battles?: number;
  readonly seed?: string;
}

/** How far a run is. `kind`: `simulation` or `balance`; `won`, `lost`: by the first list of a simulation;
 * `over`: nothing is left to be played. */
export interface LabRun {
  readonly id: string;
  readonly kind: string;
  readonly ruleset: string;
  readonly title: string;
  readonly done: number;
  readonly all: number;
  readonly won: number;
  readonly lost: number;
  readonly over: boolean;
}

/** A table in words: names in the first column, then numbers. */
export interface LabTable {
  readonly title: string;
  readonly heads: readonly string[];
  readonly rows: readonly (readonly string[])[];
  readonly note: string;
}

/** A picture by its name; `drawn`: there is one, else the note says it all. */
export interface LabPicture {
  readonly name: string;
  readonly title: string;
  readonly note: string;
  readonly drawn: boolean;
}

/** A battle that is worth watching, by its number; `about`: the profile of which it says something. */
export interface LabBattle {
  readonly n: number;
  readonly about: string;
  readonly text: string;
}

/** What a run says so far. */
export interface LabFound {
  readonly run: LabRun;
  readonly verdict: string;
  readonly lead: string;
  readonly tables: readonly LabTable[];
  readonly pictures: readonly LabPicture[];
  readonly battles: readonly LabBattle[];
}

/** Who looks at the table of a battle: a side, or one of its figures (`figure`). */
export interface SightWish {
  readonly scenario?: string;
  readonly file?: string;
  readonly seat?: Seat;
  readonly figure?: Id;
  readonly kind?: string;
}

/** A figure that looks on: how much of the table it sees, and which enemies. */
export interface Watcher {
  readonly id: Id;
  readonly name: string;
  readonly share: string;
  readonly whom: readonly string[];
}

/** A side, and what it sees together, in a sentence. */
export interface SightSide {
  readonly seat: Seat;
  readonly name: string;
  readonly told: string;
  readonly watchers: readonly Watcher[];
}

/** Who sees what at the beginning of a battle; `deployed`: the computer has put the figures there. */
export interface SightFound {
  readonly title: string;
  readonly standing: string;
  readonly deployed: boolean;
  readonly sides: readonly SightSide[];
}
