; The domain n-puzzle-typed of the planning competition of 2008, in our own layout.
; https://github.com/AI-Planning/pddl-generators, npuzzle, at a0de95f (2025-09-30)
(define (domain n-puzzle-typed)
  (:requirements :typing)
  (:types position tile)
  (:predicates
    (at ?tile - tile ?position - position)
    (neighbor ?p1 - position ?p2 - position)
    (empty ?position - position))
  (:action move
    :parameters (?tile - tile ?from ?to - position)
    :precondition (and (neighbor ?from ?to) (at ?tile ?from) (empty ?to))
    :effect (and (at ?tile ?to) (empty ?from) (not (at ?tile ?from)) (not (empty ?to)))))
