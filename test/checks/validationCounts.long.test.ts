import { compareCounts } from './compareCounts.ts';

compareCounts('amtrak_2021', { 318: 64 });
compareCounts('cdmx_2018', { 319: 145, 344: 5, 355: 22 });
compareCounts('hart_2020', { 344: 5, 356: 3 });
compareCounts('santamonica-bbb_2020', { 319: 20 });
compareCounts('detroit-people-mover_2023', { 318: 1 });
compareCounts('chattanooga-carta_2026', { 318: 14 });
