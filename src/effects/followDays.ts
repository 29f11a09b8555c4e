/** Tells the date (UTC), at once and whenever another day has begun. Returns how to stop. */
export function followDays(began: (today: string) => void): () => void {
  let shown = '';
  const look = (): void => {
    const today = new Date().toISOString().slice(0, 10);
    if (today !== shown) began((shown = today));
  };
  look();
  const timer = setInterval(look, MINUTE);
  return () => clearInterval(timer);
}

const MINUTE = 60_000;
