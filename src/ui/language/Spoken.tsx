import { DirectionProvider, useDirection } from '@mantine/core';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import type { Language } from '../../domain/settings.ts';
import { untilFetched } from '../parts/lazyScreen.ts';
import { speak, spokenLanguage } from './language.ts';

/** Draws the screens in a language, and again when another one is chosen and its texts are there. */
export function Spoken({ language, children }: { language: Language; children: ReactNode }): ReactNode {
  const [shown, setShown] = useState(() => spokenLanguage().language);
  useEffect(() => {
    let wanted = true;
    const changeTo = async (): Promise<void> => {
      await untilFetched(() => speak(language));
      if (wanted) setShown(language);
    };
    void changeTo();
    return () => {
      wanted = false;
    };
  }, [language]);
  return (
    <DirectionProvider initialDirection={spokenLanguage().dir} detectDirection={false}>
      <PageLanguage shown={shown} />
      <Fragment key={shown}>{children}</Fragment>
    </DirectionProvider>
  );
}

/** Tells the browser, readers and the kit what language the page is in and which way it runs. */
function PageLanguage({ shown }: { shown: Language }): ReactNode {
  const { setDirection } = useDirection();
  useEffect(() => {
    const { locale, dir } = spokenLanguage();
    document.documentElement.lang = shown === 'de' ? 'de' : locale.slice(0, 2);
    document.documentElement.dir = dir;
    setDirection(dir);
  }, [shown, setDirection]);
  return null;
}
