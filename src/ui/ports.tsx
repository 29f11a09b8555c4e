/** What screens may ask of the world outside the log: an id, the clipboard, a file to save, leaving. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Bounds, Coordinate } from '../domain/coordinate.ts';
import type { Colleague, PresenceFocus } from '../domain/presence.ts';
import type { WorkbookSheet } from '../domain/spreadsheet/cells.ts';

/** The small map of a region's bounds: both corners can be dragged. */
export interface BoundsMapProps {
  readonly bounds: Bounds;
  /** A new `request` makes the map look: at a place, or at the whole box where there is none. */
  readonly look: { readonly request: number; readonly at: Coordinate | null };
  readonly readOnly: boolean;
  readonly onMove: (corner: 'NorthEast' | 'SouthWest', to: Coordinate) => void;
}

/** Who works where, now. Nothing of it is a record. */
export interface PresencePort {
  /** The others in this database; the same array while nothing changed. */
  colleagues(): readonly Colleague[];
  subscribe(listener: () => void): () => void;
  /** Says what has the focus: the parts that are given, undefined for one that has it no more. */
  focus(parts: { readonly [Part in keyof PresenceFocus]: PresenceFocus[Part] | undefined }): void;
  /** Whom the user follows. The person is not in the log: the machine only knows that somebody is followed. */
  followed(): string | undefined;
  follow(person: string | undefined): void;
}

/** What became of a report that was sent: its id, or why it was not kept, with the words of the server where there are any. */
export type SendOutcome =
  | { readonly sent: number }
  | { readonly failed: 'tooLarge' | 'diskFull' | 'offline' }
  | { readonly failed: 'tooMany'; readonly minutes: number }
  | { readonly failed: 'refused'; readonly message: string };

export interface Ports {
  readonly presence: PresencePort;
  /** Draws the map of a region's bounds. */
  boundsMap(props: BoundsMapProps): ReactNode;
  /** A new id, unique without asking the server (22 characters). */
  newId(): string;
  /** A new secret that begins with `prefix`, and its hash; the text is shown once and kept nowhere. */
  newToken(prefix: string): Promise<{ readonly text: string; readonly hash: string }>;
  /** A new secret of a webhook; it is shown once and kept by the server alone. */
  newWebhookSecret(): string;
  /** Keeps a file that the user chose until another is chosen; answers the id by which commands speak of it. */
  keepFile(file: File): string;
  /** Saves a text as a file of the user's; CSV unless another media type is given. */
  saveText(name: string, text: string, type?: string): void;
  /** Saves sheets as a workbook (.xlsx) of the user's. */
  saveWorkbook(name: string, sheets: readonly WorkbookSheet[]): Promise<void>;
  /** The sheets of a workbook that the user chose; rejects with the reason where it is none. */
  readWorkbook(file: File): Promise<readonly WorkbookSheet[]>;
  /** Puts a text on the clipboard; false where the browser refuses. */
  copy(text: string): Promise<boolean>;
  /** Asks, where nobody has answered yet, whether the browser may show a notice of a run that ends while the page is not seen. */
  askForNotices(): void;
  /** Whether edits that are not saved stay in this browser after log-out, readable to nobody else. */
  keepsUnsent(): boolean;
  /** Ends the session at the identity provider. */
  logOut(): void;
  /** Sends the user to sign in again. */
  logIn(): void;
  /** Saves the recording of this session as a `.dmplog` file, with what its user says of the problem. Returns the name of the file. */
  reportProblem(note?: string): Promise<string>;
  /** The text of that file as it would be saved now. */
  readReport(note: string): string;
  /** Sends the text of a report to support. A repeat under the same key is kept once. */
  sendReport(report: { readonly key: string; readonly text: string }): Promise<SendOutcome>;
  /** Notes in the log that a part of the screen failed, or that its code could not be fetched. */
  tellFault(thrown: unknown, kind: 'screen' | 'code', part: string): void;
  /** When this session began, in milliseconds since 1970; undefined where a recording is shown. */
  sessionStart(): number | undefined;
  /** Loads the page afresh. */
  reload(): void;
}

/** For a class component; functions take `usePorts`. */
export const PortsContext = createContext<Ports | null>(null);

export const PortsProvider = PortsContext.Provider;

/** The ports the composition root gave. */
export function usePorts(): Ports {
  const ports = useContext(PortsContext);
  if (!ports) throw new Error('No ports were given to this tree');
  return ports;
}
