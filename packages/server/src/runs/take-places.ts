/**
 * Counts what an owner holds, up to `most`: takes one more place and returns how it is given back, which counts once.
 * Throws what `refusal` makes where all places are taken.
 */
export function takePlaces(most: number, refusal: () => Error): (owner: string) => () => void {
  const taken = new Map<string, number>();
  return (owner) => {
    const held = taken.get(owner) ?? 0;
    if (held >= most) throw refusal();
    taken.set(owner, held + 1);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const left = (taken.get(owner) ?? 0) - 1;
      if (left <= 0) taken.delete(owner);
      else taken.set(owner, left);
    };
  };
}
