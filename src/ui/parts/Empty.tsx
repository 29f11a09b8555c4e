import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** Nothing to show, and what to do about it. `heading` 1 where it is all there is on the page. */
export function Empty({ title, hint, heading = 2, children }: { title: string; hint?: ReactNode; heading?: 1 | 2; children?: ReactNode }): ReactNode {
  return (
    <Stack align="center" justify="center" gap={6} p="xl" ta="center" role="status">
      <Title order={heading} fz={15} fw={600}>
        {title}
      </Title>
      {hint !== undefined && (
        <Text c="dimmed" maw={380}>
          {hint}
        </Text>
      )}
      {children}
    </Stack>
  );
}
