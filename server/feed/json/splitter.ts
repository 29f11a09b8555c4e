/**
 * Cuts a feed file into the elements of its arrays as its bytes come in, without making anything of them: what it holds is
 * at most one element. A JSON library that streams was three to ten times slower (docs/decisions/0011).
 */
import { DEPTH_LIMIT, ELEMENT_LIMIT, VALUES_LIMIT } from './format.ts';
import { brokenAt } from './refusal.ts';

/** A part of the file in its order. `at` is the byte (from 0) where it begins. */
export type Piece =
  | { readonly is: 'scalar'; readonly member: string; readonly text: string; readonly at: number }
  | { readonly is: 'array'; readonly member: string; readonly at: number }
  | Element;

/** One object of an array: `index` from 0, `members` the number of names in it and in all objects in it. */
export interface Element {
  readonly is: 'element';
  readonly member: string;
  readonly index: number;
  readonly bytes: Buffer;
  readonly at: number;
  readonly members: number;
}

type Expecting =
  | 'start'
  | 'first name'
  | 'name'
  | 'colon'
  | 'value'
  | 'first element'
  | 'element'
  | 'after element'
  | 'after member'
  | 'nothing'
  | 'text'
  | 'scalar'
  | 'inside';

/** Takes the bytes of one file. Throws FeedFileRefused, with the byte, where they cannot be a feed file. */
export class Splitter {
  #expecting: Expecting = 'start';
  /** Bytes before the present chunk. */
  #before = 0;
  #names = new Set<string>();
  #member = '';
  #index = 0;
  /** What was begun in earlier chunks: a name, a scalar or an element. */
  #parts: Buffer[] = [];
  #held = 0;
  #beganAt = 0;
  #depth = 0;
  #inText = false;
  #escaped = false;
  #colons = 0;
  #values = 0;

  /** The pieces that the chunk completes. The chunk must not be changed afterwards. */
  *push(chunk: Buffer): Generator<Piece> {
    let at = 0;
    if (this.#before === 0 && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) at = 3;
    while (at < chunk.length) {
      if (this.#expecting === 'inside') {
        const end = this.#scanElement(chunk, at);
        const bytes = this.#collect(chunk, at, end);
        if (bytes === undefined) break;
        yield { is: 'element', member: this.#member, index: this.#index, bytes, at: this.#beganAt, members: this.#colons };
        this.#index++;
        this.#expecting = 'after element';
        at = end;
        continue;
      }
      if (this.#expecting === 'text') {
        const end = this.#scanText(chunk, at);
        const bytes = this.#collect(chunk, at, end);
        if (bytes === undefined) break;
        this.#takeName(bytes);
        at = end;
        continue;
      }
      if (this.#expecting === 'scalar') {
        const end = scanScalar(chunk, at);
        const bytes = this.#collect(chunk, at, end === chunk.length ? -1 : end);
        if (bytes === undefined) break;
        yield { is: 'scalar', member: this.#member, text: bytes.toString('latin1'), at: this.#beganAt };
        this.#expecting = 'after member';
        at = end;
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09) {
        at++;
        continue;
      }
      const begun = this.#take(byte, this.#before + at);
      if (begun === 'array') yield { is: 'array', member: this.#member, at: this.#before + at };
      if (begun !== 'here') at++;
    }
    this.#before += chunk.length;
  }

  /** To be called after the last chunk. */
  end(): void {
    if (this.#expecting === 'nothing') return;
    if (this.#before === 0) throw brokenAt(0, 'The file is empty');
    throw brokenAt(this.#before, 'The file ends in the middle', this.#place());
  }

  /** One byte of the frame. `here`: what begins with it is scanned from it on. */
  #take(byte: number, at: number): 'array' | 'here' | 'taken' {
    switch (this.#expecting) {
      case 'start':
        if (byte !== OPEN_OBJECT) throw brokenAt(at, 'A feed file begins with {');
        this.#expecting = 'first name';
        return 'taken';
      case 'first name':
      case 'name':
        if (byte === CLOSE_OBJECT && this.#expecting === 'first name') {
          this.#expecting = 'nothing';
          return 'taken';
        }
        if (byte !== QUOTE) throw this.#unexpected(byte, at, 'a name in quotes');
        return this.#begin('text', at);
      case 'colon':
        if (byte !== COLON) throw this.#unexpected(byte, at, 'a colon');
        this.#expecting = 'value';
        return 'taken';
      case 'value':
        if (byte === OPEN_ARRAY) {
          this.#expecting = 'first element';
          this.#index = 0;
          return 'array';
        }
        if (byte === OPEN_OBJECT || byte === QUOTE || byte === COMMA || byte === CLOSE_OBJECT)
          throw this.#unexpected(byte, at, 'an array or a number');
        return this.#begin('scalar', at);
      case 'first element':
      case 'element':
        if (byte === CLOSE_ARRAY && this.#expecting === 'first element') {
          this.#expecting = 'after member';
          return 'taken';
        }
        if (byte !== OPEN_OBJECT) throw this.#unexpected(byte, at, 'an object');
        return this.#begin('inside', at);
      case 'after element':
        if (byte !== COMMA && byte !== CLOSE_ARRAY) throw this.#unexpected(byte, at, 'a comma or ]');
        this.#expecting = byte === COMMA ? 'element' : 'after member';
        return 'taken';
      case 'after member':
        if (byte !== COMMA && byte !== CLOSE_OBJECT) throw this.#unexpected(byte, at, 'a comma or }');
        this.#expecting = byte === COMMA ? 'name' : 'nothing';
        return 'taken';
      default:
        throw brokenAt(at, 'Something follows after the end of the feed');
    }
  }

  #begin(what: Expecting, at: number): 'here' {
    this.#expecting = what;
    this.#beganAt = at;
    this.#depth = 0;
    this.#inText = false;
    this.#escaped = false;
    this.#colons = 0;
    this.#values = 0;
    return 'here';
  }

  /** Where the element that is being read ends in the chunk (the byte after it), or -1. */
  #scanElement(chunk: Buffer, from: number): number {
    let depth = this.#depth;
    let inText = this.#inText;
    let i = from;
    if (this.#escaped) {
      i++;
      this.#escaped = false;
    }
    const end = chunk.length;
    while (i < end) {
      if (inText) {
        let byte = 0;
        while (i < end && (byte = chunk[i] ?? 0) !== QUOTE && byte !== BACKSLASH) i++;
        if (i >= end) break;
        if (byte === QUOTE) {
          inText = false;
          i++;
        } else if (i + 1 < end) i += 2;
        else {
          this.#escaped = true;
          i++;
        }
        continue;
      }
      const byte = chunk[i++] ?? 0;
      if (byte === QUOTE) inText = true;
      else if (byte === COLON) this.#colons++;
      else if (byte === COMMA) this.#values++;
      else if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
        this.#values++;
        if (++depth > DEPTH_LIMIT) throw brokenAt(this.#before + i - 1, `Brackets stand in each other more than ${DEPTH_LIMIT} deep`, this.#place());
      } else if ((byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) && --depth === 0) {
        this.#limit(this.#held + i - from);
        return i;
      }
    }
    this.#depth = depth;
    this.#inText = inText;
    this.#limit(this.#held + end - from);
    return -1;
  }

  #limit(bytes: number): void {
    if (bytes > ELEMENT_LIMIT) throw brokenAt(this.#beganAt, `One element has more than ${ELEMENT_LIMIT / 1e6} MB`, this.#place());
    if (this.#values > VALUES_LIMIT) throw brokenAt(this.#beganAt, `One element has more than ${VALUES_LIMIT} values`, this.#place());
  }

  #scanText(chunk: Buffer, from: number): number {
    // The opening quote is the first byte of what is held, or of this chunk.
    const end = chunk.indexOf(QUOTE, this.#held === 0 ? from + 1 : from);
    if (this.#held + (end < 0 ? chunk.length : end) - from > NAME_LIMIT) throw brokenAt(this.#beganAt, 'A name is too long');
    return end < 0 ? -1 : end + 1;
  }

  /** The whole of what ends at `end`, together with what was held; undefined where it goes on in the next chunk (-1). */
  #collect(chunk: Buffer, from: number, end: number): Buffer | undefined {
    const part = chunk.subarray(from, end < 0 ? chunk.length : end);
    if (end < 0) {
      this.#parts.push(part);
      this.#held += part.length;
      if (this.#expecting === 'scalar' && this.#held > NAME_LIMIT) throw brokenAt(this.#beganAt, 'A value is too long', this.#member);
      return undefined;
    }
    if (this.#held === 0) return part;
    const whole = Buffer.concat([...this.#parts, part]);
    this.#parts = [];
    this.#held = 0;
    return whole;
  }

  #takeName(bytes: Buffer): void {
    const name = bytes.toString('latin1', 1, bytes.length - 1);
    if (!/^\w+$/.test(name)) throw brokenAt(this.#beganAt, `A feed file has no ${JSON.stringify(name)}`);
    if (this.#names.has(name)) throw brokenAt(this.#beganAt, 'This name stands in the file twice', name);
    this.#names.add(name);
    this.#member = name;
    this.#expecting = 'colon';
  }

  #unexpected(byte: number, at: number, wanted: string): Error {
    const found = byte >= 0x21 && byte < 0x7f ? String.fromCharCode(byte) : `byte 0x${byte.toString(16).padStart(2, '0')}`;
    return brokenAt(at, `Found ${found} where ${wanted} should be`, this.#place());
  }

  #place(): string {
    const inArray =
      this.#expecting === 'inside' || this.#expecting === 'element' || this.#expecting === 'first element' || this.#expecting === 'after element';
    return inArray ? `${this.#member}[${this.#expecting === 'after element' ? this.#index - 1 : this.#index}]` : this.#member;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;

/** Bytes of a name or a number of the frame. */
const NAME_LIMIT = 200;

function scanScalar(chunk: Buffer, from: number): number {
  let i = from;
  for (; i < chunk.length; i++) {
    const byte = chunk[i] ?? 0;
    if (byte === COMMA || byte === CLOSE_OBJECT || byte <= 0x20) break;
  }
  return i;
}
