; The domain n-puzzle-untyped of the planning competition of 2008, in our own layout.
; https://github.com/AI-Planning/pddl-generators, npuzzle, at a0de95f (2025-09-30)
(define (domain n-puzzle-untyped)
  (:predicates
    (at ?tile ?position) (neighbor ?p1 ?p2) (empty ?position) (tile ?tile) (position ?position))
  (:action move
    :parameters (?tile ?from ?to)
    :precondition (and (tile ?tile) (position ?from) (position ?to)
      (neighbor ?from ?to) (at ?tile ?from) (empty ?to))
    :effect (and (at ?tile ?to) (empty ?from) (not (at ?tile ?from)) (not (empty ?to)))))
