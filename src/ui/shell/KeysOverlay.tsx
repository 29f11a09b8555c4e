import { Kbd } from '@mantine/core';
import type { ReactNode } from 'react';
import { placeOf } from '../../domain/locations.ts';
import type { KernelState } from '../../kernel/state.ts';
import type { AppState } from '../../projections/state.ts';
import { useKernelState } from '../parts/appState.ts';
import { keyLabel, onMac } from '../parts/keys.ts';
import { Modal } from '../parts/Modal.tsx';
import classes from './KeysOverlay.module.css';
import { localKeys } from './localKeys.ts';
import { allActions } from './shellActions.ts';
import { useScreenActs } from './screenActs.tsx';
import { texts } from './texts.ts';

/** The keys of the present screen. */
export function KeysOverlay(): ReactNode {
  const { overlay, show } = useScreenActs();
  return (
    <Modal opened={overlay === 'keys'} onClose={() => show(undefined)} title={texts.keys} size={760}>
      <Keys />
    </Modal>
  );
}

function Keys(): ReactNode {
  const state = useKernelState((whole: KernelState<AppState>) => whole);
  const groups = new Map<string, (readonly [keys: readonly string[], does: string, why: string | undefined])[]>();
  for (const { keys, group, title, why } of allActions(state)) {
    if (keys.length === 0) continue;
    const words = keys.map((key) => keyLabel(key, onMac()));
    groups.set(group, [...(groups.get(group) ?? []), [words, title, why]]);
  }
  for (const { group, keys } of localKeys(placeOf(state.view.location.path)))
    groups.set(
      group,
      keys.map(([words, does]) => [words, does, undefined]),
    );
  return (
    <div className={classes['groups']}>
      {[...groups].map(([group, keys]) => (
        <section key={group} className={classes['group']}>
          <h2>{group}</h2>
          <dl>
            {keys.map(([words, does, why]) => (
              <div key={does} className={classes['line']}>
                <dt>
                  {words.map((key) => (
                    <Kbd key={key} size="xs" mr={4}>
                      {key}
                    </Kbd>
                  ))}
                </dt>
                <dd>
                  {does}
                  {why !== undefined && <span className={classes['why']}>{why}</span>}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}
