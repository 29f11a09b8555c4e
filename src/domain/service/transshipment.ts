/**
 * Minimum-cost transshipment by the primal network simplex method (Ahuja, Magnanti and Orlin, *Network Flows*, chapter 11): arcs without
 * upper bounds, whole costs and supplies. The spanning tree stays strongly feasible, so degenerate pivots cannot cycle.
 */

export interface Network {
  /** Nodes are numbered from 0. */
  readonly nodes: number;
  /** Tail, head and cost of each arc. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  readonly cost: Float64Array;
  /** A first tree: for each node the arc to its parent, -1 at the root. Arcs without flow in it have to point to the root. */
  readonly tree: Int32Array;
  /** Flow on the arc to the parent. */
  readonly treeFlow: Float64Array;
}

/** Called every some thousand pivots with the flow on each arc so far. */
export type OnPivots = (flows: Float64Array) => void;

const PIVOTS_BETWEEN = 2048;

/** The flow on each arc of an optimum. */
export function leastCostFlow(network: Network, onPivots?: OnPivots): Float64Array {
  const tree = new SpanningTree(network);
  const price = entering(network, tree);
  let pivots = 0;
  for (let arc = price(); arc >= 0; arc = price()) {
    tree.pivot(arc);
    pivots += 1;
    if (onPivots && pivots % PIVOTS_BETWEEN === 0) onPivots(tree.flows());
  }
  return tree.flows();
}

/** Finds the arc that enters the tree: of the next block of arcs that has negative reduced costs the one of the least; -1 at the optimum. */
function entering({ from, to, cost }: Network, { price }: SpanningTree): () => number {
  const arcs = from.length;
  const block = Math.max(50, Math.ceil(2 * Math.sqrt(arcs)));
  let at = 0;
  return () => {
    let best = -1;
    let least = 0;
    let left = block;
    for (let seen = 0; seen < arcs; seen++) {
      const arc = at;
      at = at + 1 === arcs ? 0 : at + 1;
      const reduced = (cost[arc] ?? 0) + (price[from[arc] ?? 0] ?? 0) - (price[to[arc] ?? 0] ?? 0);
      if (reduced < least) {
        best = arc;
        least = reduced;
      }
      if (--left > 0) continue;
      if (best >= 0) return best;
      left = block;
    }
    return best;
  };
}

/** A basis: the arcs that may carry flow. What is known of an arc of it stands at its lower node. */
class SpanningTree {
  /** Dual values: the reduced cost of an arc, cost + price of its tail - price of its head, is 0 for all arcs of the tree. */
  readonly price: Float64Array;
  readonly #network: Network;
  readonly #parent: Int32Array;
  /** The arc to the parent, its flow, and whether it points there. */
  readonly #arc: Int32Array;
  readonly #flow: Float64Array;
  readonly #isUp: Uint8Array;
  readonly #depth: Int32Array;
  // children as doubly linked lists
  readonly #first: Int32Array;
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  readonly #stack: Int32Array;

  constructor(network: Network) {
    const { nodes, from, to, cost, tree, treeFlow } = network;
    this.#network = network;
    this.price = new Float64Array(nodes);
    this.#parent = new Int32Array(nodes).fill(-1);
    this.#arc = Int32Array.from(tree);
    this.#flow = Float64Array.from(treeFlow);
    this.#isUp = new Uint8Array(nodes);
    this.#depth = new Int32Array(nodes);
    this.#first = new Int32Array(nodes).fill(-1);
    this.#next = new Int32Array(nodes).fill(-1);
    this.#previous = new Int32Array(nodes).fill(-1);
    this.#stack = new Int32Array(nodes);
    let root = 0;
    tree.forEach((arc, node) => {
      if (arc < 0) {
        root = node;
        return;
      }
      this.#isUp[node] = from[arc] === node ? 1 : 0;
      this.#attach(node, (from[arc] === node ? to[arc] : from[arc]) ?? 0);
    });
    this.#walk(root, (node) => {
      const arc = this.#arc[node] ?? -1;
      if (arc >= 0) this.price[node] = (this.price[this.#parent[node] ?? 0] ?? 0) + (this.#isUp[node] === 1 ? -1 : 1) * (cost[arc] ?? 0);
    });
  }

  /** The flow on each arc. */
  flows(): Float64Array {
    const flows = new Float64Array(this.#network.from.length);
    this.#arc.forEach((arc, node) => {
      if (arc >= 0) flows[arc] = this.#flow[node] ?? 0;
    });
    return flows;
  }

  /**
   * Takes an arc of negative reduced cost into the tree. It closes a cycle: from the join down to its tail, over it, and from its head up
   * to the join. As much flow goes around as the arcs against it have; of those that come to have none, the last on this way leaves.
   */
  pivot(arc: number): void {
    const { from, to, cost } = this.#network;
    const [tail, head] = [from[arc] ?? 0, to[arc] ?? 0];
    const reduced = (cost[arc] ?? 0) + (this.price[tail] ?? 0) - (this.price[head] ?? 0);
    const [parent, depth, flow, isUp] = [this.#parent, this.#depth, this.#flow, this.#isUp];
    let a = tail;
    let b = head;
    let most = Infinity;
    let leaving = -1;
    let isOnTail = false;
    while (a !== b) {
      if ((depth[a] ?? 0) >= (depth[b] ?? 0)) {
        const carries = flow[a] ?? 0;
        if (isUp[a] === 1 && carries < most) {
          most = carries;
          leaving = a;
          isOnTail = true;
        }
        a = parent[a] ?? 0;
      } else {
        const carries = flow[b] ?? 0;
        if (isUp[b] === 0 && carries <= most) {
          most = carries;
          leaving = b;
          isOnTail = false;
        }
        b = parent[b] ?? 0;
      }
    }
    if (leaving < 0) throw new Error('The cost has no lower bound');
    if (most > 0) {
      for (let node = tail; node !== a; node = parent[node] ?? 0) flow[node] = (flow[node] ?? 0) + (isUp[node] === 1 ? -most : most);
      for (let node = head; node !== a; node = parent[node] ?? 0) flow[node] = (flow[node] ?? 0) + (isUp[node] === 1 ? most : -most);
    }
    const top = isOnTail ? tail : head;
    this.#hang(top, isOnTail ? head : tail, arc, most, isOnTail, leaving);
    const [price, by] = [this.price, isOnTail ? -reduced : reduced];
    this.#walk(top, (node) => {
      price[node] = (price[node] ?? 0) + by;
    });
  }

  /** Hangs the part below `leaving` on an arc at its node `top`: the nodes from there up to `leaving` turn around. */
  #hang(top: number, under: number, by: number, carries: number, points: boolean, leaving: number): void {
    let [node, above, arc, flow, isUp] = [top, under, by, carries, points];
    for (;;) {
      const [oldParent, oldArc, oldFlow, wasUp] = [this.#parent[node] ?? 0, this.#arc[node] ?? 0, this.#flow[node] ?? 0, this.#isUp[node] === 1];
      this.#detach(node);
      this.#attach(node, above);
      this.#arc[node] = arc;
      this.#flow[node] = flow;
      this.#isUp[node] = isUp ? 1 : 0;
      if (node === leaving) return;
      [above, arc, flow, isUp, node] = [node, oldArc, oldFlow, !wasUp, oldParent];
    }
  }

  /** Visits a node and all below it, parents first, and notes their depths. */
  #walk(top: number, visit: (node: number) => void): void {
    const [stack, first, next, parent, depth] = [this.#stack, this.#first, this.#next, this.#parent, this.#depth];
    let size = 0;
    stack[size++] = top;
    while (size > 0) {
      const node = stack[--size] ?? 0;
      const above = parent[node] ?? -1;
      depth[node] = above < 0 ? 0 : (depth[above] ?? 0) + 1;
      visit(node);
      for (let child = first[node] ?? -1; child >= 0; child = next[child] ?? -1) stack[size++] = child;
    }
  }

  #attach(node: number, above: number): void {
    const first = this.#first[above] ?? -1;
    this.#parent[node] = above;
    this.#next[node] = first;
    this.#previous[node] = -1;
    if (first >= 0) this.#previous[first] = node;
    this.#first[above] = node;
  }

  #detach(node: number): void {
    const [before, after] = [this.#previous[node] ?? -1, this.#next[node] ?? -1];
    if (before >= 0) this.#next[before] = after;
    else this.#first[this.#parent[node] ?? 0] = after;
    if (after >= 0) this.#previous[after] = before;
  }
}
