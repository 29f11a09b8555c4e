import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ServiceAlert } from '../../domain/serviceAlerts.ts';
import classes from './alerts.module.css';
import { effectWords, namesOf, whenWords } from './alertWords.ts';
import { texts } from './texts.ts';

/** An alert as riders see it, in each of its languages. */
export function AlertPreview({ alert }: { alert: Pick<ServiceAlert, 'texts' | 'effect' | 'periods' | 'entities' | 'named'> }): ReactNode {
  const served = namesOf(alert).filter((_name, at) => alert.named[at]?.isMissing !== true);
  return (
    <section aria-label={texts.asRiders}>
      {alert.texts.map(({ language, header, description, url }) => (
        <article key={language} className={classes['preview']} lang={language}>
          <h3>{header}</h3>
          {description !== '' && <p>{description}</p>}
          {url !== '' && (
            <Anchor href={url} target="_blank" rel="noreferrer">
              {url}
            </Anchor>
          )}
          <p className={classes['quiet']}>
            {[effectWords(alert.effect), whenWords(alert), served.join(', ')].filter((part) => part !== '').join(' · ')}
          </p>
        </article>
      ))}
    </section>
  );
}
