import { act, type ReactNode, useEffect } from 'react';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { emptyRoot } from '../../test/builders/emptyRoot.ts';
import { go, loadStops, moveStop, search, startNote, tick, toy, type ToyState } from '../../test/laws/toyCatalogue.ts';
import { toyServer } from '../../test/laws/toyServer.ts';
import { createKernel } from './kernel.ts';
import { kernelHooks, KernelProvider, useDispatch, useWorkflow } from './react.tsx';
import { createReplayer } from './replayer.ts';
import { getRow } from './table.ts';

const header = { session: 't', schema: 1, build: 'test', startedAt: '2026-01-01T00:00:00Z', locale: 'en', role: 'editor' };
const { useView, useKernelState } = kernelHooks<ToyState>();

beforeAll(() => {
  // the components render nothing: all that React wants of a document is a place to listen
  vi.stubGlobal('window', { addEventListener: () => undefined, HTMLIFrameElement: Map });
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
});
afterAll(() => void vi.unstubAllGlobals());

function shown(screen: ReactNode, kernel = begun()) {
  const root = emptyRoot();
  act(() => root.render(<KernelProvider kernel={kernel}>{screen}</KernelProvider>));
  return kernel;
}

/** Goes somewhere as soon as it is there. */
function Visitor({ to }: { to: string }) {
  const say = useDispatch();
  useEffect(() => void say(go({ to }), { gesture: 'g' }), [say, to]);
  return null;
}

function begun(server = toyServer()) {
  const kernel = createKernel<ToyState>({ ...toy, perform: server.perform, header, clock: () => 0 });
  kernel.dispatch(loadStops({}));
  server.answerAll();
  return kernel;
}

describe('screens', () => {
  test('keep what they selected over their own renders while it is equal, also where the selector is written in the component', () => {
    const seen: { n: number; stop: object }[] = [];
    function FirstStop({ n }: { n: number }) {
      const stop = useView(
        (view) => ({ x: getRow(view.stops, 's1')?.x }),
        (a, b) => a.x === b.x,
      );
      seen.push({ n, stop });
      return null;
    }
    const kernel = begun();
    const root = emptyRoot();
    const render = (n: number) =>
      act(() =>
        root.render(
          <KernelProvider kernel={kernel}>
            <FirstStop n={n} />
          </KernelProvider>,
        ),
      );
    render(0);
    act(() => void kernel.dispatch(go({ to: '/elsewhere' })));
    render(1);
    expect(seen.map(({ n }) => n)).toEqual([0, 1]);
    expect(seen[1]?.stop).toBe(seen[0]?.stop);
    act(() => void kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 })));
    expect(seen.at(-1)?.stop).toEqual({ x: 7 });
  });

  test('render again only when what they select has changed', () => {
    const seen: Record<string, unknown[]> = { place: [], stop: [], errors: [], noting: [], pair: [] };
    const sameText = (a: { text: string }, b: { text: string }) => a.text === b.text;
    function Place() {
      const value = useView((view) => view.location);
      seen['place']?.push(value);
      return null;
    }
    function FirstStop() {
      const value = useView((view) => getRow(view.stops, 's1')?.x);
      seen['stop']?.push(value);
      return null;
    }
    function Errors() {
      const value = useKernelState((state) => state.errors.length);
      seen['errors']?.push(value);
      return null;
    }
    function Noting() {
      const value = useWorkflow('noting', (snapshot) => snapshot.value);
      seen['noting']?.push(value);
      return null;
    }
    function Pair() {
      const value = useView((view) => ({ text: view.search.text }), sameText);
      seen['pair']?.push(value);
      return null;
    }
    const kernel = shown(
      <>
        <Place />
        <FirstStop />
        <Errors />
        <Noting />
        <Pair />
      </>,
    );
    act(() => void kernel.dispatch(go({ to: '/stops' })));
    act(() => void kernel.dispatch(moveStop({ id: 's1', from: 0, to: 7 })));
    act(() => void kernel.dispatch(startNote({})));
    act(() => void kernel.receive(tick({})));
    act(() => void kernel.dispatch(go({ to: '/stops' })));
    act(() => void kernel.dispatch(search({ text: 'x' })));
    expect(seen).toEqual({ place: ['/', '/stops'], stop: [0, 7], errors: [0], noting: ['idle', 'writing'], pair: [{ text: '' }, { text: 'x' }] });
  });

  test('say what the user does', () => {
    const kernel = shown(<Visitor to="/a" />);
    expect(kernel.snapshot().view.location).toBe('/a');
    expect(kernel.log().records.at(-1)?.gesture).toBe('g');
  });

  test('show a replay as they show a session, and say nothing there', () => {
    const live = begun();
    live.dispatch(go({ to: '/a' }));
    const replayer = createReplayer(live.log(), toy);
    const places: string[] = [];
    function Place() {
      const place = useView((view) => view.location);
      places.push(place);
      return null;
    }
    const root = emptyRoot();
    act(() =>
      root.render(
        <KernelProvider kernel={replayer}>
          <Place />
          <Visitor to="/b" />
        </KernelProvider>,
      ),
    );
    act(() => replayer.seek(replayer.length));
    expect(places).toEqual(['/', '/a']);
    expect(replayer.snapshot().view.location).toBe('/a');
  });

  test('without a provider say so', () => {
    function Place() {
      useView((view) => view.location);
      return null;
    }
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    expect(() => act(() => emptyRoot().render(<Place />))).toThrow('There is no KernelProvider');
    vi.restoreAllMocks();
  });
});
